import CoreMetrics
import HTTPServer
import Prometheus

/// Publishes what the engine counts by itself: as much as was added since the last time, so that a
/// worker goes on where a dead one has ended.
struct ServerSample {
  private var before = Counters()
  private let totals: [(counter: Counter, value: KeyPath<Counters, Int>)]
  private let states: [(gauge: Meter, state: ConnectionState)]
  private let inFlight: Meter
  private let held: Meter

  init(_ factory: StoreFactory) {
    totals = [
      (MetricFamily.receivedBytes.counter(in: factory), \.bytesReceived),
      (MetricFamily.sentBytes.counter(in: factory), \.bytesSent),
      (MetricFamily.connectionsAccepted.counter(in: factory), \.connectionsAccepted),
      (MetricFamily.acceptPauses.counter(in: factory), \.acceptPauses),
      (MetricFamily.streamsBroken.counter(in: factory), \.streamsBroken),
      (MetricFamily.handshakesFailed.counter(in: factory), \.handshakesFailed),
    ]
    states = ConnectionState.allCases.map {
      (MetricFamily.connections.gauge(in: factory, $0.rawValue), $0)
    }
    inFlight = MetricFamily.requestsInFlight.gauge(in: factory)
    held = MetricFamily.heldBytes.gauge(in: factory)
  }

  /// - Parameters:
  ///   - counters: of the same server as the last time.
  ///   - heldBytes: that it holds now for clients.
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
