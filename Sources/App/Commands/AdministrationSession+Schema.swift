import Domain
import Repositories
import Web

extension AdministrationSession {
  /// Brings the schema up to date; tells the migrations that this call applied.
  package func migrate() async throws(CommandError) -> CommandReport {
    let applied = try await withDatabase(mayCreate: true) { database, loop throws(CommandError) in
      try await SchemaPreparation(loop: loop, database: database, log: log).migrate()
    }
    return CommandReport(applied.isEmpty ? ["nothing to apply"] : applied.map { "applied \($0)" }) {
      $0.key("applied")
      $0.array(applied) { $0.string($1) }
    }
  }

  /// Each migration that the database has seen, and each that it has not.
  package func migrationStatus() async throws(CommandError) -> CommandReport {
    try await withDatabase { database, loop throws(CommandError) in
      let schema = SchemaPreparation(loop: loop, database: database, log: log)
      let (applied, pending) = try await schema.status()
      let rows = applied.map { (name: $0.name, at: String?.some($0.appliedAt.rfc3339)) }
      return CommandReport(
        of: rows + pending.map { (name: $0, at: nil) },
        line: { row in row.at.map { "applied \($0) \(row.name)" } ?? "pending \(row.name)" }
      ) {
        $0.key("name")
        $0.string($1.name)
        $0.key("applied_at")
        $0.optional($1.at)
      }
    }
  }
}
