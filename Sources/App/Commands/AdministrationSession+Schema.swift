package import Repositories

extension AdministrationSession {
  /// Brings the schema up to date; returns the names of the migrations that this call applied.
  package func migrate() async throws(Refusal) -> [String] {
    try await withDatabase { database, loop throws(Refusal) in
      try await SchemaPreparation(loop: loop, database: database, log: log).migrate()
    }
  }

  /// What the database has seen of the migrations, and what it has not.
  package func migrationStatus() async throws(Refusal) -> MigrationStatus {
    try await withDatabase { database, loop throws(Refusal) in
      let schema = SchemaPreparation(loop: loop, database: database, log: log)
      let (applied, pending) = try await schema.status()
      return MigrationStatus(applied: applied, pending: pending)
    }
  }
}

/// The migrations of a database.
package struct MigrationStatus: Sendable {
  package let applied: [SchemaHistory.Entry]
  /// Names, in the order in which they will be applied.
  package let pending: [String]
}
