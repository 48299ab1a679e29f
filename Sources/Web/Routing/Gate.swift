package import HTTP

/// What requests pass on their way to a route, and answers on their way back.
///
/// A gate decides at once: an async function around every action would cost two changes of
/// executor, a twentieth of what a small answer costs.
package protocol Gate: Sendable {
  /// - Throws: why the request does not reach its route.
  func before(_ request: Request, to destination: Destination) throws(Problem)

  /// Sees every answer, refusals too, those of other gates among them.
  func after(_ response: inout Response, to request: Request)
}

extension Gate {
  package func before(_ request: Request, to destination: Destination) throws(Problem) {}
  package func after(_ response: inout Response, to request: Request) {}
}

/// What stands around the routes.
package struct Surroundings: Sendable {
  /// Around everything; nil costs nothing.
  package let simulation: Simulation?
  /// Around all of a write.
  package let audit: AuditTrail
  /// From the outermost to the innermost.
  package let gates: [any Gate]

  package init(simulation: Simulation?, audit: AuditTrail, gates: [any Gate]) {
    self.simulation = simulation
    self.audit = audit
    self.gates = gates
  }
}
