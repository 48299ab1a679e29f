import Domain
import HTTP
import Transport
import UseCases
import Web

/// Answers stretches of a list to apps that count pages or items, and lets the list stand still
/// while they read on.
///
/// The client carries where it stands in a cookie that it returns by itself; apps know nothing of
/// it. There is one for each size of page, so that an app that asks for the newest product from
/// time to time does not disturb its own reading of the list, and another one for searches. `Variant` is
/// what answers depend on besides the stretch.
struct CountedPages<Variant: Hashable & Sendable>: Sendable {
  let list: ListProducts
  let tags: ContentTag
  private let answers = CoalescedAnswers<Question>()

  init(list: ListProducts, tags: ContentTag) {
    self.list = list
    self.tags = tags
  }

  private struct Question: Hashable {
    let list: ProductList
    let offset: Int64
    let count: Int
    let anchor: String?
    let variant: Variant
  }

  /// The answer with `write` for its body. `ETag` makes asking again cheap for both; no cache on
  /// the way may keep it, because two clients can stand at different places.
  ///
  /// - Parameters:
  ///   - variant: what `write` depends on besides the window.
  ///   - cookiePath: under which the cookie comes back.
  /// - Throws: as the list, and 412 for a condition that fails.
  func answer(
    _ request: Request, _ products: ProductList, offset: Int64, count: Int,
    variant: Variant, cookiePath: String, _ write: (ListedWindow) -> [UInt8]
  ) async throws -> Response {
    let cookie = PageCookie(of: products, count: count, path: cookiePath)
    let anchor = cookie.text(in: request)
    let question = Question(
      list: products, offset: offset, count: count, anchor: anchor, variant: variant)
    let rendered = try await answers(question) {
      let page = try await list(products, offset: offset, count: count, anchor: anchor)
      return CachedBody(write(page.window), tags, anchor: list.anchor(of: page))
    }
    var fields = [ResponseField.privateNoCache]
    if let anchor = rendered.anchor {
      fields.append(cookie.field(anchor, isSecure: request.client.scheme == .https))
    }
    return try request.answer(rendered, fields)
  }
}

extension ResponseField {
  /// For one client alone, which must ask again before it shows it.
  static let privateNoCache = ResponseField("Cache-Control", "private, no-cache")
}

extension CountedPages {
  init(_ parts: RouteParts) {
    let ports = parts.ports
    self.init(
      list: ListProducts(
        repository: ports.products, search: ports.search, rules: ports.searchRules,
        signer: ports.machine.signer),
      tags: parts.tags)
  }
}
