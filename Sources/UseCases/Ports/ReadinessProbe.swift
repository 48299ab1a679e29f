/// Tells what keeps this server from serving.
package protocol ReadinessProbe: Sendable {
  /// Empty when nothing does. Answers within a second whatever happens.
  func obstacles() async -> [ReadinessObstacle]

  /// What an operator should look at soon, though requests are served.
  func warnings() -> [ReadinessWarning]
}

extension ReadinessProbe {
  /// None, where nothing is looked at that could tell.
  package func warnings() -> [ReadinessWarning] { [] }
}

/// One reason for a load balancer to send requests elsewhere.
package enum ReadinessObstacle: String, Sendable, Hashable, CaseIterable {
  case databaseUnreachable = "database_unreachable"
  case schemaOutdated = "schema_outdated"
  case draining
}

/// Something that will become an obstacle unless somebody does something.
package enum ReadinessWarning: String, Sendable, Hashable, CaseIterable {
  case diskNearlyFull = "disk_nearly_full"
}

/// Whether requests should be sent to this server, and what an operator should know.
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
