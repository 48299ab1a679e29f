import CoreMetrics
import Dialects
import HTTP
import HTTPServer
import Prometheus
import Transport
import Web

/// Counts what happens on one loop's connections. Instruments are made when they are first needed,
/// and found by number afterwards: there is a request every few microseconds.
///
/// Owned by its loop, which `@unchecked Sendable` promises.
final class ServerMeter: @unchecked Sendable {
  private let factory: StoreFactory
  @exclusivity(unchecked) private var requests: [Counter?]
  @exclusivity(unchecked) private var durations: [Timer?]
  private var refusals: [Refusal: Counter] = [:]
  private let made: Counter
  private let joined: Counter

  /// Where something was refused, and why.
  private struct Refusal: Hashable {
    let stage: Stage
    /// An error's.
    let code: String
  }

  private enum Stage: String {
    case route
    case message
    case connection
  }

  private static let methods = Method.allCases.map(\.rawValue) + ["other"]
  private static let other = methods.count - 1
  /// By the first digit of the status, eight so that every digit has its place.
  private static let classes = 8

  init(_ factory: StoreFactory) {
    self.factory = factory
    made = MetricFamily.sharedAnswers.counter(in: factory, "made")
    joined = MetricFamily.sharedAnswers.counter(in: factory, "joined")
    let count = RoutePaths.all.names.count * Self.methods.count
    durations = Array(repeating: nil, count: count)
    requests = Array(repeating: nil, count: count * Self.classes)
  }

  /// Takes an event of the loop.
  func take(_ event: ServerEvent) {
    switch event {
    case .finished(let exchange):
      count(
        route: exchange.note.route, method: exchange.request.method.place,
        status: exchange.status.code, nanoseconds: exchange.nanoseconds)
      if let code = exchange.note.refusal {
        count(refusal: ErrorCode.named(code) == nil ? "other" : code, at: .route)
      }
      if let wasShared = exchange.note.wasShared { (wasShared ? joined : made).increment() }
    case .refused(let error, _, _):
      count(refusal: error.code, at: .message)
      // What has a method that nobody knows was a request all the same.
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
    (durations[place] ?? makeTimer(place)).recordNanoseconds(nanoseconds)
  }

  private func makeCounter(_ place: Int) -> Counter {
    let (named, first) = place.quotientAndRemainder(dividingBy: Self.classes)
    let (route, method) = Self.names(named)
    let counter = MetricFamily.requests.counter(in: factory, route, method, "\(first)xx")
    requests[place] = counter
    return counter
  }

  private func makeTimer(_ place: Int) -> Timer {
    let (route, method) = Self.names(place)
    let timer = MetricFamily.requestDuration.timer(in: factory, route, method)
    durations[place] = timer
    return timer
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
    let counter = MetricFamily.refusals.counter(
      in: factory, refusal.stage.rawValue, refusal.code)
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
