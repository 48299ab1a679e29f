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
/// time to time does not disturb its own reading of the list, and another one for searches.
/// `Variant` is what answers depend on besides the stretch.
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

/// The cookie in which a client keeps where it stands in a list or a search with pages of one size.
///
/// Source: RFC 6265 §4.1.
struct PageCookie: Sendable {
  /// In seconds: an hour, longer than anybody scrolls through one list.
  static let secondsKept = 3_600
  /// Bytes of its text that are read; ours have about a hundred.
  static let bytesMax = 512
  private let name: String
  private let path: String

  init(of list: ProductList, count: Int, path: String) {
    name =
      switch list {
      case .counted: "moa_pages_\(count)"
      case .found, .nothing: "moa_search_\(count)"
      }
    self.path = path
  }

  /// What the client brought; nil without one. Of two the first, whose path is the longer one.
  func text(in request: Request) -> String? {
    for value in request.fields.values(of: .cookie) {
      for pair in value.split(separator: ";") {
        let parts = pair.trimmingSpace.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == name else { continue }
        let text = parts[1]
        return (1...Self.bytesMax).contains(text.utf8.count) ? String(text) : nil
      }
    }
    return nil
  }

  /// Kept by the client for an hour, for these routes only, and out of reach of scripts.
  func field(_ text: String, isSecure: Bool) -> ResponseField {
    ResponseField(
      "Set-Cookie",
      "\(name)=\(text); Path=\(path); Max-Age=\(Self.secondsKept); HttpOnly; SameSite=Lax"
        + (isSecure ? "; Secure" : ""))
  }
}

extension Request {
  /// What the first item of that name says, if it is a whole number in ASCII digits, with a sign or
  /// without: the nearest that there is. Other items, even ones that cannot be decoded, mean
  /// nothing.
  func wholeNumber(_ name: String) -> Int64? {
    target.rawQueryValue(of: name).flatMap { Int64(nearest: $0) }
  }

  /// Whether it was sent to this host, on any port unless the host names one.
  func isSent(to host: String?) -> Bool {
    guard let host, let asked = client.forwardedHost ?? head.authority else { return false }
    let name = asked.lowercased()
    if name == host { return true }
    guard let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return false }
    return name[..<colon] == host
  }
}

extension Int64 {
  /// A number beyond 64 bits is one that is very large: it must not become none.
  fileprivate init?(nearest text: String) {
    if let number = Int64(text) {
      self = number
      return
    }
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, !digits.isEmpty else { return nil }
    self = isNegative ? .min : .max
  }
}
