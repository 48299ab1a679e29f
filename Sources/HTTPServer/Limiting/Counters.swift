/// What an open connection is at.
public enum ConnectionState: String, Sendable, CaseIterable {
  /// Its PROXY header or its TLS handshake is not complete.
  case greeting
  /// Between requests.
  case idle
  /// Part of a request's head is here.
  case reading
  /// A handler is at work, or its answer is being written.
  case answering
  /// Nothing is read any more; what is owed is being written.
  case closing
  /// Everything is answered; what the client still sends is dropped.
  case lingering
}

/// What a server has done since it was made.
public struct Counters: Sendable, Hashable {
  /// Connections taken from the system: those that are open now, those that were refused and those
  /// whose handshake failed are among them.
  public var connectionsAccepted = 0
  /// Connections open now, with those whose handshake or PROXY header is not complete.
  public var connectionsOpen = 0
  /// Connections closed before they could ask: by the limits of an address, or without the PROXY
  /// header that had to come first.
  public var connectionsRefused = 0
  /// Handshakes of TLS that led to no connection.
  public var handshakesFailed = 0
  /// How often accepting had to pause for want of room.
  public var acceptPauses = 0
  /// Those of them that are open connections, by what they are at.
  public var connectionsByState: [ConnectionState: Int] = [:]
  /// Requests whose handler is at work, or whose answer is being written.
  public var requestsInFlight = 0
  /// Answers by the first digit of their status, 0 to 5; the refusals of the engine itself are
  /// not among them.
  public var answers = [Int](repeating: 0, count: 6)
  /// Refusals of the engine, by code.
  public var refusals: [String: Int] = [:]
  /// Streamed answers that broke off.
  public var streamsBroken = 0
  /// Bytes read from connections.
  public var bytesReceived = 0
  /// Bytes of heads and content that were handed to the system.
  public var bytesSent = 0

  /// Nothing yet.
  public init() {}

  /// Answers of all statuses.
  public var requests: Int { answers.reduce(0, +) }
}
