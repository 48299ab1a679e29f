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
/// reading of the list; searches have another one.
struct CountedPages: Sendable {
  let list: ListProducts
  let tags: ContentTag

  /// The answer with a body by `write`. Its `ETag` makes repeated requests cheap for both sides.
  /// Shared caches must not store it, because two clients can be at different places.
  ///
  /// - Parameter cookiePath: the path for which clients return the cookie.
  /// - Throws: as the list.
  func answer(
    _ input: AnswerInput, _ products: ProductList, offset: Int64, count: Int, cookiePath: String,
    _ write: (ListedWindow) -> [UInt8]
  ) async throws -> CachedBody {
    let cookie = PageCookie(of: products, count: count, path: cookiePath)
    let page = try await list(
      products, offset: offset, count: count, anchor: cookie.text(in: input))
    var body = CachedBody(write(page.window), tags)
    body.fields = [.privateNoCache]
    if let anchor = list.anchor(of: page) {
      body.fields.append(cookie.field(anchor, isSecure: input.isSecure))
    }
    return body
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
  func text(in input: AnswerInput) -> String? {
    input.cookie(name, bytesMax: Self.bytesMax)
  }

  /// A cookie that clients keep for an hour, return to these routes only, and hide from scripts.
  func field(_ text: String, isSecure: Bool) -> ResponseField {
    ResponseField(
      "Set-Cookie",
      "\(name)=\(text); Path=\(path); Max-Age=\(Self.secondsKept); HttpOnly; SameSite=Lax"
        + (isSecure ? "; Secure" : ""))
  }
}

extension RequestTarget {
  /// The first query item of that name as a number. It may be any whole number in ASCII digits,
  /// with or without a sign; beyond 64 bits the nearest one is taken. Other items are ignored, even
  /// ones that cannot be decoded.
  func wholeNumber(_ name: String) -> Int64? {
    rawQueryValue(of: name).flatMap { Int64(nearest: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether it is this host, with any port.
  func isHost(_ name: String) -> Bool {
    UnsafeRawBufferPointer(rebasing: prefix { $0 != UInt8(ascii: ":") }).isWord(name)
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
