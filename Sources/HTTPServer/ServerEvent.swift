public import HTTP

/// Everything that a server can report.
public enum ServerEvent: Sendable {
  /// A request was answered, or its client left.
  case finished(Exchange)
  /// A request was refused by the engine: before it reached a handler, or for its body.
  case refused(ParseError, requestID: String, client: Client)
  /// A connection was closed before a request of it was answered.
  case connectionRefused(ConnectionRefusal, address: ClientAddress)
  /// Accepting pauses: the limit of connections or of descriptors is reached. It is news when it
  /// was not told within the last minute.
  case acceptPaused(open: Int, isNews: Bool)
  /// A response of the application was not valid and was replaced by a 500.
  case invalidResponse(ResponseError, requestID: String)
  /// A streamed response broke off: its producer failed, or the client left.
  case streamBroken(requestID: String, reason: String)

  /// A client did not get as far as a connection: it left, was too slow, or offered what TLS
  /// policy refuses.
  case handshakeFailed(reason: String, client: Client)
  /// The TLS certificate was loaded; the value is its remaining days, negative if it has expired.
  case certificateLoaded(daysLeft: Int)
  /// The TLS files were to be read again and are wrong; those read before stay in use.
  case certificateNotLoaded(reason: String)

  /// One request with its answer.
  public struct Exchange: Sendable {
    /// The head as it was received.
    public let request: RequestHead
    /// The value of `X-Request-Id`.
    public let requestID: String
    /// The status of the answer.
    public let status: Status
    /// Bytes of head and content handed to the system, as far as they are known.
    public let sentBytes: Int
    /// From the end of the request's head to the end of the answer.
    public let nanoseconds: Int64
    /// Who asked.
    public let client: Client
    /// The trace that the request belongs to.
    public let trace: TraceContext?
    /// The handler's note about its answer.
    public let note: ResponseNote

    /// From the end of the request's head to the end of the answer.
    public var duration: Duration { .nanoseconds(nanoseconds) }
  }
}

/// Why a server cannot start.
public struct ServerError: Error, Equatable, CustomStringConvertible {
  /// One sentence that names the address and the reason.
  public let description: String
  init(_ description: String) { self.description = description }
}

/// Why a connection was closed before a request of it was answered.
public enum ConnectionRefusal: String, Sendable, Hashable {
  /// The address has as many connections as one address may have.
  case tooManyOfAddress = "too many connections of this address"
  /// The address has as many unfinished request heads as one address may have.
  case tooManyUnfinishedOfAddress = "too many unfinished requests of this address"
  /// Only trusted proxies may connect where the PROXY protocol is expected.
  case untrustedPeer = "the PROXY protocol is taken from trusted proxies only"
  /// The first bytes were no PROXY header, or not all of it.
  case malformedProxyHeader = "no valid PROXY header"
  /// The PROXY header did not arrive in time.
  case lateProxyHeader = "no PROXY header in time"
}
