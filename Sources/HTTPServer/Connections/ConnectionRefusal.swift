/// Why a connection was closed before a request of it was answered.
public enum ConnectionRefusal: String, Sendable, Hashable {
  /// The address has as many connections as one address may have.
  case tooManyOfAddress = "too many connections of this address"
  /// The address has as many unfinished request heads as one address may have.
  case tooManyUnfinishedOfAddress = "too many unfinished requests of this address"
  /// Only trusted proxies may connect where the PROXY protocol is expected.
  case untrustedPeer = "the PROXY protocol is taken from trusted proxies only"
  /// What came first was no PROXY header, or not all of it.
  case malformedProxyHeader = "no valid PROXY header"
  /// The PROXY header was not there in time.
  case lateProxyHeader = "no PROXY header in time"
}
