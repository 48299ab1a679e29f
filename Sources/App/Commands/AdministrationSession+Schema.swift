import Domain
import Repositories

extension AdministrationSession {
  /// Brings the schema up to date; returns the names of the migrations that this call applied.
  package func migrate() async throws(Refusal) -> [String] {
    try await withDatabase(mayCreate: true) { database, loop throws(Refusal) in
      try await SchemaPreparation(loop: loop, database: database, log: log).migrate()
    }
  }

  /// One line for each migration that the database has seen, and for each that it has not.
  package func migrationStatus() async throws(Refusal) -> [String] {
    try await withDatabase { database, loop throws(Refusal) in
      let schema = SchemaPreparation(loop: loop, database: database, log: log)
      let (applied, pending) = try await schema.status()
      return applied.map { "applied \($0.appliedAt.rfc3339) \($0.name)" }
        + pending.map { "pending \($0)" }
    }
  }
}
