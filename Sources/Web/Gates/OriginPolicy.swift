package import Domain
package import HTTP

/// Which pages of other origins may call us from a browser.
///
/// Only origins on a fixed list, compared byte by byte; never `*`, and never with credentials:
/// our tokens travel in `Authorization`, which a page must set itself. Other origins
/// may not change anything either, even by a request that browsers send without asking first.
/// Source: Fetch Standard §3.2 (CORS protocol); OWASP ASVS 5.0.0 §3.4.2, §3.5.
package struct OriginPolicy: Gate {
  /// Our own pages only.
  package static let sameOriginOnly = OriginPolicy(allowed: [], publicOrigin: nil)

  private let allowed: [String]
  /// Whether pages of this machine may call too: those that developers serve to themselves.
  private let allowsLoopback: Bool
  private let publicOrigin: Origin?
  /// The fields that a page may send. Others are rejected, so that a page learns of a misspelt
  /// name.
  private let permitted: [String]
  /// Told why a preflight was refused.
  private let observe: @Sendable (String) -> Void

  /// - Parameters:
  ///   - allowsLoopback: whether any origin of this machine is allowed as well.
  ///   - publicOrigin: what our own pages are served under; nil takes the host that each request
  ///     was sent to.
  ///   - fields: that routes read besides ``RequestField/all``.
  ///   - more: names of other fields that pages may send.
  package init(
    allowed: [Origin], allowsLoopback: Bool = false, publicOrigin: Origin?,
    fields: [RequestField] = [], more: [String] = [],
    observe: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.allowed = allowed.map(\.serialized)
    self.allowsLoopback = allowsLoopback
    self.publicOrigin = publicOrigin
    self.observe = observe
    permitted =
      (RequestField.all + fields).filter(\.needsPermission).map(\.rawValue) + Self.unread + more
  }

  /// Fields that no route reads, or that browsers let every page write unless their values are
  /// long, and that libraries for HTTP and for tracing add by themselves.
  private static let unread = [
    "Accept", "Accept-Language", "Content-Language", "X-Requested-With", "Cache-Control", "Pragma",
    "baggage", "sentry-trace", "tracestate", "X-Request-ID",
  ]

  /// - Throws: 403 for a change that a page of a foreign origin asks for, and for a preflight that
  ///   gets no permission.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard request.fields.contains(.origin) else { return }
    if Self.isPreflight(request) { return try checkPreflight(request, destination) }
    guard !request.method.isSafe, allowedOrigin(of: request) == nil, !isOwnPage(request) else {
      return
    }
    throw Problem(
      .forbidden, "foreign_origin", "Pages of this origin may not change anything here.")
  }

  private func checkPreflight(
    _ request: Request, _ destination: Destination
  ) throws(Problem) {
    guard let allow = destination.resource?.allow, !isOwnPage(request),
      let reason = refusal(ofPreflight: request, allow)
    else { return }
    observe(reason)
    throw Problem(.forbidden, "preflight_refused", reason)
  }

  /// Lets the page read the answer when it may, and tells a browser that asks first what the page
  /// may send. Every answer says that it depends on who asks, so that no cache hands it to another
  /// page.
  package func after(_ response: inout Response, to request: Request) {
    guard allowsLoopback || !allowed.isEmpty else { return }
    if Self.isPreflight(request) {
      response.fields.append(Self.varyOfAsking)
      if let allow = response.allow { permit(allow, in: &response, to: request) }
      return
    }
    response.fields.append(Self.vary)
    guard let origin = allowedOrigin(of: request) else { return }
    response.fields.append(ResponseField("Access-Control-Allow-Origin", origin))
    response.fields.append(Self.exposed)
  }

  /// Whether a browser asks about a request before it sends it.
  private static func isPreflight(_ request: Request) -> Bool {
    request.method == .options && request.target.path != "*" && request.fields.contains(.origin)
      && request.fields.contains(.preflightMethod)
  }

  private func permit(
    _ allow: String, in response: inout Response, to request: Request
  ) {
    guard let origin = allowedOrigin(of: request) else { return }
    response.fields += [
      ResponseField("Access-Control-Allow-Origin", origin),
      ResponseField("Access-Control-Allow-Methods", allow),
      ResponseField("Access-Control-Allow-Headers", permitted.joined(separator: ", ")),
      ResponseField("Access-Control-Max-Age", String(Self.maxAgeSeconds)),
    ]
  }

  /// Why a preflight gets no permission; nil if it does.
  ///
  /// - Parameter allow: the methods of the resource, as in `Allow`.
  private func refusal(ofPreflight request: Request, _ allow: String) -> String? {
    guard allowedOrigin(of: request) != nil else {
      let origin = request.fields.onlyValue(of: .origin, Self.shown) ?? "several origins"
      return "Pages of \(origin) may not call this server; --cors-origins does not name it."
    }
    let methods = allow.split(separator: ",").map { String($0.trimmingSpace) }
    let isAllowed = request.fields.onlyValue(of: .preflightMethod) {
      methods.contains(where: $0.isText)
    }
    guard isAllowed == true else {
      let method =
        request.fields.onlyValue(of: .preflightMethod, Self.shown)
        ?? "several methods"
      return "The method \(method) is not allowed here. Allowed are \(allow)."
    }
    var unknown: String?
    _ = request.fields.containsMember(of: .preflightFields) { name in
      guard !permitted.contains(where: name.isWord) else { return false }
      unknown = Self.shown(name)
      return true
    }
    return unknown.map { "Pages may not send the field \($0); --cors-fields does not name it." }
  }

  /// The beginning of a text that a page has sent.
  private static func shown(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix(100).filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
  }

  // MARK: Origins

  /// The one origin of the request if it is on the list; `null` and several never are.
  private func allowedOrigin(of request: Request) -> String? {
    request.fields.onlyValue(of: .origin) { bytes in
      allowed.first(where: bytes.isText) ?? (allowsLoopback ? Self.loopback(bytes) : nil)
    }
  }

  private static func loopback(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard let text = String(validating: bytes, as: Unicode.ASCII.self),
      let origin = Origin(page: text), origin.serialized == text, origin.isLoopback
    else { return nil }
    return text
  }

  /// Whether the page came from the host that it asks. The scheme is not compared: behind a proxy
  /// that ends TLS we see another one than the browser.
  private func isOwnPage(_ request: Request) -> Bool {
    let sent = request.fields.onlyValue(of: .origin) {
      String(validating: $0, as: Unicode.ASCII.self)
    }
    guard let text = sent, let origin = Origin(text) else { return false }
    if let publicOrigin { return origin.serialized == publicOrigin.serialized }
    let asked = request.client.forwardedHost ?? request.head.authority
    guard let asked, let scheme = text.firstRange(of: "://") else { return false }
    let own = Origin(text[..<scheme.upperBound] + asked.lowercased())
    return own?.serialized == origin.serialized
  }

  // MARK: Fields

  /// Ten minutes: two hours is what browsers cap it at, and a list may change sooner.
  private static let maxAgeSeconds = 600
  private static let vary = ResponseField("Vary", "Origin")
  private static let varyOfAsking = ResponseField(
    "Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
  /// The fields that a page can read besides the safelisted ones (`Content-Type` and the like): all
  /// that are meant for clients, not for browsers and caches.
  private static let exposed = ResponseField(
    "Access-Control-Expose-Headers",
    """
    Accept-Ranges, Allow, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit, \
    RateLimit-Policy, Retry-After, Server-Timing, traceparent, WWW-Authenticate, X-Request-Id
    """)
}

extension Response {
  /// The methods that an answer to OPTIONS tells; nil for a refusal.
  fileprivate var allow: String? {
    status == .noContent ? fields.first { $0.name == "Allow" }?.value : nil
  }
}
