package import Postgres
package import UseCases

/// Asks the database whether this server can serve from it.
///
/// A schema that a newer program brought up to date serves this one too: otherwise the first server
/// of a new version would take all the old ones out of service at once.
package struct PostgresReadiness: ReadinessProbe {
  private let own: Pool
  private let pool: Pool
  private let migrator: Migrator
  private let observeUnknown: @Sendable ([String]) -> Void

  /// Both pools belong to the loop that all calls come from.
  ///
  /// - Parameters:
  ///   - own: asked first: what is slow in `pool` does not make the server unready.
  ///   - pool: asked where there is no connection for `own`, as in a server that has no more to
  ///     give and serves by those that are open.
  ///   - observeUnknown: told at every check which migrations a newer program applied.
  package init(
    by own: Pool, or pool: Pool, migrator: Migrator,
    observeUnknown: @escaping @Sendable ([String]) -> Void
  ) {
    self.own = own
    self.pool = pool
    self.migrator = migrator
    self.observeUnknown = observeUnknown
  }

  package func obstacles() async -> [ReadinessObstacle] {
    let found = await obstacles(by: own)
    // One of the two may have got the last connection that the server had.
    guard found == [.databaseUnreachable] || !pool.isAvailable else { return found }
    return await obstacles(by: pool)
  }

  private func obstacles(by pool: Pool) async -> [ReadinessObstacle] {
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
