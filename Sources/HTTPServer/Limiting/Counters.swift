internal import EventLoop
internal import HTTP

/// The state of an open connection.
public enum ConnectionState: String, Sendable, CaseIterable {
  /// Its PROXY header or its TLS handshake is not complete.
  case greeting
  /// Between requests.
  case idle
  /// Part of a request's head is here.
  case reading
  /// A handler is at work, or its answer is being written.
  case answering
  /// No more is read; the remaining answers are being written.
  case closing
  /// Everything is answered; further bytes of the client are dropped.
  case lingering
}

/// Counts of a server since it was made.
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
  /// Open connections by their state.
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

/// Counts events. Owned by the loop, so plain integers do: a few additions for each request.
final class LoopCounts: @unchecked Sendable {
  // Unchecked: the loop is one queue, so nothing can overlap, and checks cost more than the sums.
  @exclusivity(unchecked) private var accepted = 0
  @exclusivity(unchecked) private var bytesReceived = 0
  @exclusivity(unchecked) private var bytesSent = 0
  /// By the first digit of the status, eight so that every digit has its place.
  @exclusivity(unchecked) private var answers = SIMD8<Int>(repeating: 0)
  private var connectionsRefused = 0
  private var handshakesFailed = 0
  private var acceptPauses = 0
  private var streamsBroken = 0
  private var refusals: [String: Int] = [:]

  func noteConnection() { accepted &+= 1 }

  func noteReceived(_ bytes: Int) { bytesReceived &+= bytes }

  func note(_ event: ServerEvent) {
    switch event {
    case .finished(let exchange):
      answers[exchange.status.code / 100 & 7] &+= 1
      bytesSent &+= exchange.sentBytes
    case .refused(let error, _, _): refusals[error.code, default: 0] += 1
    case .connectionRefused: connectionsRefused += 1
    case .handshakeFailed: handshakesFailed += 1
    case .acceptPaused: acceptPauses += 1
    case .streamBroken: streamsBroken += 1
    default: break
    }
  }

  /// The counts so far.
  var counters: Counters {
    var counters = Counters()
    counters.connectionsAccepted = accepted
    counters.connectionsRefused = connectionsRefused
    counters.handshakesFailed = handshakesFailed
    counters.acceptPauses = acceptPauses
    for index in counters.answers.indices { counters.answers[index] = answers[index] }
    counters.refusals = refusals
    counters.streamsBroken = streamsBroken
    counters.bytesReceived = bytesReceived
    counters.bytesSent = bytesSent
    return counters
  }
}

extension LoopService {
  /// The counts so far, and the state of the connections now.
  var counters: Counters {
    var counters = counts.counters
    counters.connectionsOpen = openCount
    var states: [ConnectionState: Int] = [.greeting: greetings.count + (handshakeQueue?.count ?? 0)]
    for connection in connections.values { states[connection.state, default: 0] += 1 }
    counters.connectionsByState = states
    counters.requestsInFlight = states[.answering] ?? 0
    return counters
  }
}

extension Connection {
  fileprivate var state: ConnectionState {
    switch life.phase {
    case .head: input.hasBegunHead ? .reading : .idle
    case .exchange: .answering
    case .closing: .closing
    // A closed one is not among the open ones.
    case .lingering, .closed: .lingering
    }
  }
}
