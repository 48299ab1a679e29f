import Domain
import HTTP
import Transport
import UseCases
import Web

/// Serves numbered pages of a list to apps that count pages or items, and keeps the list still
/// while they read on.
///
/// The place of a client is in a cookie, which it returns without knowing. Each size of page has
/// its own cookie, so that an app that polls for the newest product does not disturb its own
/// reading of the list; searches have another one. `Variant` is the input of an answer besides its
/// page.
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

  /// The answer with a body by `write`. Its `ETag` makes repeated requests cheap for both sides.
  /// Shared caches must not store it, because two clients can be at different places.
  ///
  /// - Parameters:
  ///   - variant: the input of `write` besides the page.
  ///   - cookiePath: the path for which clients return the cookie.
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
  /// Only this client may store it, and must revalidate it each time.
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

/// The cookie with a client's place in a list or a search, one for each size of page.
///
/// Source: RFC 6265 §4.1.
struct PageCookie: Sendable {
  /// Seconds: an hour, longer than people scroll through one list.
  static let secondsKept = 3_600
  /// The largest number of bytes that are read; our own cookies have about a hundred.
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

  /// The cookie of the request; nil without one. Of two the first counts, which has the longer
  /// path.
  func text(in request: Request) -> String? {
    request.fields.cookie(name, bytesMax: Self.bytesMax)
  }

  /// A cookie that clients keep for an hour, return to these routes only, and hide from scripts.
  func field(_ text: String, isSecure: Bool) -> ResponseField {
    ResponseField(
      "Set-Cookie",
      "\(name)=\(text); Path=\(path); Max-Age=\(Self.secondsKept); HttpOnly; SameSite=Lax"
        + (isSecure ? "; Secure" : ""))
  }
}

extension Request {
  /// The first query item of that name as a number. It may be any whole number in ASCII digits,
  /// with or without a sign; beyond 64 bits the nearest one is taken. Other items are ignored, even
  /// ones that cannot be decoded.
  func wholeNumber(_ name: String) -> Int64? {
    target.rawQueryValue(of: name).flatMap { Int64(nearest: $0) }
  }

  /// Whether it was sent to the host of this name, at any port.
  func isSent(to name: String?) -> Bool {
    guard let name else { return false }
    return isSent { host in
      UnsafeRawBufferPointer(rebasing: host.prefix { $0 != UInt8(ascii: ":") }).isWord(name)
    }
  }
}

extension Int64 {
  /// A number beyond 64 bits is very large, not missing.
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
