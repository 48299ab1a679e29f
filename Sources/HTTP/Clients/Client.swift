/// Who asks, and how the question reached us: as the connection says, or as a trusted proxy does.
///
/// One object serves all requests of a connection, unless a proxy says otherwise for each.
public final class Client: Sendable {
  /// The client's address; of a proxy's clients only when the proxy is trusted to tell it.
  public let address: ClientAddress
  /// The other end of the connection: the client itself, or the proxy.
  public let peer: ClientAddress
  /// How the client spoke, to us or to the trusted proxy.
  public let scheme: Scheme
  /// The host that the client asked the trusted proxy for; nil without one: then the request's own
  /// `authority` counts.
  public let forwardedHost: String?
  /// SHA-256 of the public key (SubjectPublicKeyInfo) in the peer's verified certificate, in
  /// lower-case hexadecimal; nil when it showed none.
  public let certificateFingerprint: String?

  /// How bytes travelled.
  public enum Scheme: String, Sendable, Hashable {
    case http
    case https
  }

  /// A client that speaks for itself, unless `address` and `forwardedHost` come from a proxy.
  public init(
    peer: ClientAddress, address: ClientAddress? = nil, scheme: Scheme = .http,
    forwardedHost: String? = nil, certificateFingerprint: String? = nil
  ) {
    self.peer = peer
    self.address = address ?? peer
    self.scheme = scheme
    self.forwardedHost = forwardedHost
    self.certificateFingerprint = certificateFingerprint
  }

  /// The client of requests made in memory.
  public static let inMemory = Client(peer: .unix)
}
