/// Tells whether requests can be served now.
package struct CheckReadiness: Sendable {
  private let probe: any ReadinessProbe

  package init(probe: any ReadinessProbe) {
    self.probe = probe
  }

  /// What stands in the way; empty when nothing does.
  package func callAsFunction() async -> [ReadinessObstacle] {
    await probe.obstacles()
  }
}
