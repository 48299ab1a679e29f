package import HTTP
import Synchronization

/// A check that requests pass on their way to a route, and answers on their way back.
///
/// A gate decides at once: an async function around every action would cost two changes of
/// executor, a twentieth of the time of a small answer.
package protocol Gate: Sendable {
  /// - Throws: why the request does not reach its route.
  func before(_ request: Request, to destination: Destination) throws(Problem)

  /// Sees every answer, including refusals and answers of other gates.
  func after(_ response: inout Response, to request: Request)
}

extension Gate {
  package func before(_ request: Request, to destination: Destination) throws(Problem) {}
  package func after(_ response: inout Response, to request: Request) {}
}

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
