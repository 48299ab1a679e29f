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
  private let publicOrigin: Origin?
  /// The fields that a page may send: those that routes read. Others are rejected, so that a page
  /// learns of a misspelt name; safelisted names (`Accept` and the like) need no permission.
  private let permitted: [String]

  /// - Parameters:
  ///   - publicOrigin: what our own pages are served under; nil takes the host that each request
  ///     was sent to.
  ///   - fields: that routes read besides ``RequestField/all``.
  package init(allowed: [Origin], publicOrigin: Origin?, fields: [RequestField] = []) {
    self.allowed = allowed.map(\.serialized)
    self.publicOrigin = publicOrigin
    permitted = (RequestField.all + fields).filter(\.needsPermission).map(\.rawValue)
  }

  /// - Throws: 403 for a change that a page of a foreign origin asks for.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard !request.method.isSafe, request.fields.contains(.origin) else { return }
    guard allowedOrigin(of: request) == nil, !isOwnPage(request) else { return }
    throw Problem(
      .forbidden, "foreign_origin", "Pages of this origin may not change anything here.")
  }

  /// Lets the page read the answer when it may, and tells a browser that asks first what the page
  /// may send. Every answer says that it depends on who asks, so that no cache hands it to another
  /// page.
  package func after(_ response: inout Response, to request: Request) {
    guard !allowed.isEmpty else { return }
    if Self.isPreflight(request), let allow = response.allow {
      return permit(allow, in: &response, to: request)
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

  /// - Parameter allow: the methods of the resource, as in `Allow`.
  private func permit(
    _ allow: String, in response: inout Response, to request: Request
  ) {
    response.fields.append(Self.varyOfAsking)
    let methods = allow.split(separator: ",").map { String($0.trimmingSpace) }
    let isAllowed = request.fields.onlyValue(of: .preflightMethod) {
      methods.contains(where: $0.isText)
    }
    guard let origin = allowedOrigin(of: request), isAllowed == true, permitsFields(request)
    else { return }
    response.fields += [
      ResponseField("Access-Control-Allow-Origin", origin),
      ResponseField("Access-Control-Allow-Methods", allow),
      ResponseField("Access-Control-Allow-Headers", permitted.joined(separator: ", ")),
      ResponseField("Access-Control-Max-Age", String(Self.maxAgeSeconds)),
    ]
  }

  // MARK: Origins

  /// The one origin of the request if it is on the list; `null` and several never are.
  private func allowedOrigin(of request: Request) -> String? {
    request.fields.onlyValue(of: .origin) { allowed.first(where: $0.isText) }
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

  private func permitsFields(_ request: Request) -> Bool {
    !request.fields.containsMember(of: .preflightFields) { !permitted.contains(where: $0.isWord) }
  }
}

extension Response {
  /// The methods that an answer to OPTIONS tells; nil for a refusal.
  fileprivate var allow: String? {
    status == .noContent ? fields.first { $0.name == "Allow" }?.value : nil
  }
}
