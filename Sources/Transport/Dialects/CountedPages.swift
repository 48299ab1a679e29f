import Domain
import HTTP
import UseCases

/// Answers stretches of a list to apps that count pages or items, and lets the list stand still
/// while they read on.
///
/// The client carries where it stands in a cookie that it returns by itself; apps know nothing of
/// it. There is one for each size of page, so that somebody who asks for the newest product from
/// time to time does not disturb whoever reads the list.
struct CountedPages: Sendable {
  let list: ListProducts
  let tags: ContentTag

  /// The answer with `write` for its body. `ETag` makes asking again cheap for both; no cache on the
  /// way may keep it, because two clients can stand at different places.
  ///
  /// - Parameter cookiePath: under which the cookie comes back.
  /// - Throws: as the list, and 412 for a condition that fails.
  func answer(
    _ request: Request, _ products: ProductList, offset: Int64, count: Int,
    cookiePath: String, _ write: (ListedWindow) -> [UInt8]
  ) async throws(Problem) -> Response {
    let cookie = PageCookie(count: count, path: cookiePath)
    let page = try await answering { () throws(Failure) in
      try await list(products, offset: offset, count: count, anchor: cookie.text(in: request))
    }
    var fields = [ResponseField.privateNoCache]
    if let anchor = page.anchor {
      fields.append(cookie.field(anchor, isSecure: request.client.scheme == .https))
    }
    return try request.tagged(write(page.window), fields, tags)
  }
}

extension Request {
  /// JSON with a tag of its octets, or 304 for whoever has it.
  ///
  /// - Throws: 412 for a condition that fails.
  func tagged(
    _ octets: [UInt8], _ fields: [ResponseField], _ tags: ContentTag
  ) throws(Problem) -> Response {
    let tag = tags.text(octets)
    return try conditional(
      Response(
        .ok, contentType: "application/json",
        fields: fields + [ResponseField("ETag", "\"\(tag)\"")], content: .octets(octets)),
      tag: tag)
  }
}

extension ResponseField {
  /// For one client alone, which must ask again before it shows it.
  static let privateNoCache = ResponseField("Cache-Control", "private, no-cache")
}
