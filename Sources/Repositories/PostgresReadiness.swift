package import Postgres
package import UseCases

/// Asks the database whether this server can serve from it.
///
/// A schema that a newer program brought up to date serves this one too: otherwise the first server
/// of a new version would take all the old ones out of service at once.
package struct PostgresReadiness: ReadinessProbe {
  private let pool: Pool
  private let migrator: Migrator
  private let observeUnknown: @Sendable ([String]) -> Void

  /// `pool` belongs to the loop that all calls come from.
  ///
  /// - Parameter observeUnknown: told at every check which migrations a newer program applied.
  package init(
    _ pool: Pool, migrator: Migrator,
    observeUnknown: @escaping @Sendable ([String]) -> Void
  ) {
    self.pool = pool
    self.migrator = migrator
    self.observeUnknown = observeUnknown
  }

  package func obstacles() async -> [ReadinessObstacle] {
    do throws(MigrationError) {
      let (missing, unknown) = try await migrator.fitness(of: pool)
      observeUnknown(unknown)
      return missing.isEmpty ? [] : [.schemaOutdated]
    } catch {
      guard case .database = error else { return [.schemaOutdated] }
      return [.databaseUnreachable]
    }
  }
}
