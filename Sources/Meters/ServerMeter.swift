import Dialects
import HTTP
import HTTPServer
import Prometheus
import Transport
import Web

/// Counts the requests and refusals of one loop. Instruments are created on first use and then
/// found by number, because a request takes only a few microseconds.
///
/// `@unchecked Sendable`: only its loop uses it.
final class ServerMeter: @unchecked Sendable {
  private let store: SeriesStore
  @exclusivity(unchecked) private var requests: [Counter?]
  @exclusivity(unchecked) private var durations: [Histogram?]
  private var refusals: [Refusal: Counter] = [:]
  private let shared: [ResponseNote.CacheStatus: Counter]

  /// A reason for refusing something, and where.
  private struct Refusal: Hashable {
    let stage: Stage
    /// The code of an error.
    let code: String
  }

  private enum Stage: String {
    case route
    case message
    case connection
  }

  private static let methods = Method.allCases.map(\.rawValue) + ["other"]
  private static let other = methods.count - 1
  /// Places for the first digit of the status: a power of two, so that a mask is enough.
  private static let classes = 8

  init(_ store: SeriesStore) {
    self.store = store
    shared = Dictionary(
      uniqueKeysWithValues: ResponseNote.CacheStatus.allCases.map {
        ($0, store.counter(.sharedAnswers, $0.rawValue))
      })
    let count = RoutePaths.all.names.count * Self.methods.count
    durations = Array(repeating: nil, count: count)
    requests = Array(repeating: nil, count: count * Self.classes)
  }

  /// Counts an event of the loop.
  func take(_ event: ServerEvent) {
    switch event {
    case .finished(let exchange):
      count(
        route: exchange.note.route, method: exchange.request.method.place,
        status: exchange.status.code, nanoseconds: exchange.nanoseconds)
      if let code = exchange.note.refusal {
        count(refusal: ErrorCode.named(code) == nil ? "other" : code, at: .route)
      }
      if let status = exchange.note.cacheStatus { shared[status]?.increment() }
    case .refused(let error, _, _):
      count(refusal: error.code, at: .message)
      // A request with an unknown method is still a request.
      if error.isOfUnknownMethod {
        count(route: 0, method: Self.other, status: error.status.code, nanoseconds: nil)
      }
    case .connectionRefused(let reason, _): count(refusal: reason.code, at: .connection)
    default: break
    }
  }

  private func count(route: Int, method: Int, status: Int, nanoseconds: Int64?) {
    let place = route * Self.methods.count + method
    let counted = place * Self.classes + (status / 100 & 7)
    (requests[counted] ?? makeCounter(counted)).increment()
    guard let nanoseconds else { return }
    (durations[place] ?? makeHistogram(place)).record(nanoseconds: nanoseconds)
  }

  private func makeCounter(_ place: Int) -> Counter {
    let (named, first) = place.quotientAndRemainder(dividingBy: Self.classes)
    let (route, method) = Self.names(named)
    let counter = store.counter(.requests, route, method, "\(first)xx")
    requests[place] = counter
    return counter
  }

  private func makeHistogram(_ place: Int) -> Histogram {
    let (route, method) = Self.names(place)
    let histogram = store.histogram(.requestDuration, route, method)
    durations[place] = histogram
    return histogram
  }

  private static func names(_ place: Int) -> (route: String, method: String) {
    let (route, method) = place.quotientAndRemainder(dividingBy: methods.count)
    return (RoutePaths.all.names[route], methods[method])
  }

  private func count(refusal code: String, at stage: Stage) {
    let refusal = Refusal(stage: stage, code: code)
    (refusals[refusal] ?? makeCounter(refusal)).increment()
  }

  private func makeCounter(_ refusal: Refusal) -> Counter {
    let counter = store.counter(.refusals, refusal.stage.rawValue, refusal.code)
    refusals[refusal] = counter
    return counter
  }
}

extension Method {
  /// In the order of all cases.
  fileprivate var place: Int {
    switch self {
    case .get: 0
    case .head: 1
    case .post: 2
    case .put: 3
    case .patch: 4
    case .delete: 5
    case .options: 6
    case .trace: 7
    case .connect: 8
    case .query: 9
    }
  }
}

extension ParseError {
  fileprivate var isOfUnknownMethod: Bool {
    switch self {
    case .unknownMethod, .methodTooLong: true
    default: false
    }
  }
}

extension ConnectionRefusal {
  /// Stable, snake case.
  fileprivate var code: String {
    switch self {
    case .tooManyOfAddress: "too_many_of_address"
    case .tooManyUnfinishedOfAddress: "too_many_unfinished_of_address"
    case .untrustedPeer: "untrusted_peer"
    case .malformedProxyHeader: "malformed_proxy_header"
    case .lateProxyHeader: "late_proxy_header"
    }
  }
}

/// Publishes the engine's own counters: each time the difference to the last time, so that a worker
/// continues the counts of the dead one it replaces.
struct ServerSample {
  private var before = Counters()
  private let totals: [(counter: Counter, value: KeyPath<Counters, Int>)]
  private let states: [(gauge: Gauge, state: ConnectionState)]
  private let inFlight: Gauge
  private let held: Gauge

  init(_ store: SeriesStore) {
    totals = [
      (store.counter(.receivedBytes), \.bytesReceived),
      (store.counter(.sentBytes), \.bytesSent),
      (store.counter(.connectionsAccepted), \.connectionsAccepted),
      (store.counter(.acceptPauses), \.acceptPauses),
      (store.counter(.streamsBroken), \.streamsBroken),
      (store.counter(.handshakesFailed), \.handshakesFailed),
    ]
    states = ConnectionState.allCases.map {
      (store.gauge(.connections, $0.rawValue), $0)
    }
    inFlight = store.gauge(.requestsInFlight)
    held = store.gauge(.heldBytes)
  }

  /// - Parameters:
  ///   - counters: of the same server each time.
  ///   - heldBytes: bytes of bodies and answers that it holds now.
  mutating func publish(_ counters: Counters, heldBytes: Int) {
    for (counter, value) in totals {
      counter.increment(by: counters[keyPath: value] - before[keyPath: value])
    }
    for (gauge, state) in states { gauge.set(counters.connectionsByState[state] ?? 0) }
    inFlight.set(counters.requestsInFlight)
    held.set(heldBytes)
    before = counters
  }
}
