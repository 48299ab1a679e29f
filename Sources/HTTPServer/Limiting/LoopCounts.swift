internal import EventLoop
internal import HTTP

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
