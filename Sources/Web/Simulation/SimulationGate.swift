package import HTTP

/// Reads `Moa-Simulate`, and refuses what it asks to be refused. Innermost of the gates: what
/// others refuse is not simulated.
package struct SimulationGate: Gate {
  /// Nil while it is off.
  package let simulation: Simulation?

  package init(_ simulation: Simulation?) { self.simulation = simulation }

  /// - Throws: 400 when the field cannot be used, or is sent to a server that does not simulate: an
  ///   app must not be tested against a network that is better than its developer believes. 400,
  ///   because that is declared for every call; and the status that the field asks for.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard request.fields.contains(.simulate) else { return }
    guard let simulation else { throw .simulationOff }
    let field = try SimulateField(request.fields.values(of: .simulate))
    let outcome = simulation.outcome(of: field)
    SimulationNote.current?.outcome = outcome
    if let status = outcome.status { throw .simulated(status) }
  }
}

extension Problem {
  fileprivate static let simulationOff = Problem(
    .badRequest, "simulation_off",
    "This server does not simulate. Leave Moa-Simulate out, or start the server with --simulate.")

  /// With the fields that its status demands, as far as they have a meaning here.
  fileprivate static func simulated(_ status: Int) -> Problem {
    let problem = Problem(
      Status(status, "Simulated"), "simulated", "Moa-Simulate asked for the status \(status).")
    return switch status {
    case 401: problem.with("WWW-Authenticate", "Bearer realm=\"moa\"")
    case 429, 503: problem.with("Retry-After", "1")
    default: problem
    }
  }
}
