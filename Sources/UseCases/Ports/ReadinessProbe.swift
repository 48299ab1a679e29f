/// Tells what keeps this server from serving.
package protocol ReadinessProbe: Sendable {
  /// Empty when nothing does. Answers within a second whatever happens.
  func obstacles() async -> [ReadinessObstacle]
}

/// One reason for a load balancer to send requests elsewhere.
package enum ReadinessObstacle: String, Sendable, Hashable, CaseIterable {
  case databaseUnreachable = "database_unreachable"
  case schemaOutdated = "schema_outdated"
  case draining
}
