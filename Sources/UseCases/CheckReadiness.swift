/// Tells whether requests can be served now.
package struct CheckReadiness: Sendable {
  private let probe: any ReadinessProbe

  package init(probe: any ReadinessProbe) {
    self.probe = probe
  }

  /// What stands in the way, and what soon may.
  package func callAsFunction() async -> Readiness {
    Readiness(obstacles: await probe.obstacles(), warnings: probe.warnings())
  }
}
