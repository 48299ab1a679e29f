/// Finds the reasons why this server cannot serve.
package protocol ReadinessProbe: Sendable {
  /// Empty if there are none. Answers within a second in any case.
  func obstacles() async -> [ReadinessObstacle]

  /// Problems that an operator should look at soon, though requests are served.
  func warnings() -> [ReadinessWarning]
}

extension ReadinessProbe {
  /// None, if the probe does not look for any.
  package func warnings() -> [ReadinessWarning] { [] }
}

/// A reason for a load balancer to send requests elsewhere.
package enum ReadinessObstacle: String, Sendable, Hashable, CaseIterable {
  case databaseUnreachable = "database_unreachable"
  case schemaOutdated = "schema_outdated"
  case draining
}

/// A problem that becomes an obstacle unless an operator acts.
package enum ReadinessWarning: String, Sendable, Hashable, CaseIterable {
  case diskNearlyFull = "disk_nearly_full"
  /// An operator has stopped writes.
  case writesStopped = "writes_stopped"
}

/// Whether requests should be sent to this server, and the warnings for its operator.
package struct Readiness: Sendable, Hashable {
  /// Empty when requests should be sent here.
  package let obstacles: [ReadinessObstacle]
  package let warnings: [ReadinessWarning]
}

extension ReadinessProbe {
  package func readiness() async -> Readiness {
    Readiness(obstacles: await obstacles(), warnings: warnings())
  }
}
