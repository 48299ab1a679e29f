package import HTTP
import Synchronization

/// Refuses writes while an operator has stopped them; reads pass.
package final class ReadOnlyGate: Gate {
  private static let retryAfterSeconds = 30
  private let isClosed = Atomic(false)

  package init() {}

  /// Whether writes are refused from now on.
  package func close(_ isClosed: Bool) { self.isClosed.store(isClosed, ordering: .relaxed) }

  package var refusesWrites: Bool { isClosed.load(ordering: .relaxed) }

  /// - Throws: 503 for everything that may change something.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard refusesWrites, destination.mayChange(by: request.method) else { return }
    throw Problem(
      .serviceUnavailable, "writes_stopped",
      "Nothing can be changed at the moment: the operator has stopped writes."
    )
    .with("Retry-After", String(Self.retryAfterSeconds))
  }
}
