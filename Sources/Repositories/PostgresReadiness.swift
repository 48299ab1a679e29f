package import Postgres
package import UseCases

/// Asks the database whether this server can serve from it.
///
/// A schema that a newer program has updated serves this one too: otherwise the first server of a
/// new version would take all old servers out of service at once.
package struct PostgresReadiness: ReadinessProbe {
  private let own: Pool
  private let pool: Pool
  private let migrator: Migrator
  private let observeUnknown: @Sendable ([String]) -> Void

  /// Both pools belong to the loop that makes all calls.
  ///
  /// - Parameters:
  ///   - own: asked first, so that slow statements in `pool` do not make the server unready.
  ///   - pool: asked if `own` gets no connection, for example because the database allows no more
  ///     while the open connections still serve.
  ///   - observeUnknown: receives, at each check, the migrations of a newer program.
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
    // One of the two pools may have taken the last connection of the database.
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
