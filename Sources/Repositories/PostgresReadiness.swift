package import Postgres
package import UseCases

/// Asks the database whether this server can serve.
package struct PostgresReadiness: ReadinessProbe {
  private let pool: Pool
  private let migrator: Migrator
  private let isDraining: @Sendable () -> Bool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool, migrator: Migrator, isDraining: @escaping @Sendable () -> Bool) {
    self.pool = pool
    self.migrator = migrator
    self.isDraining = isDraining
  }

  package func obstacles() async -> [ReadinessObstacle] {
    let draining: [ReadinessObstacle] = isDraining() ? [.draining] : []
    return draining + (await databaseObstacles())
  }

  private func databaseObstacles() async -> [ReadinessObstacle] {
    do throws(MigrationError) {
      return try await migrator.pending(on: pool).isEmpty ? [] : [.schemaOutdated]
    } catch {
      guard case .database = error else { return [.schemaOutdated] }
      return [.databaseUnreachable]
    }
  }
}
