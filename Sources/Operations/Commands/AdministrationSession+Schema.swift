import Domain
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Brings the schema up to date; reports the migrations that this call applied.
  package func migrate() async throws(CommandError) -> CommandReport {
    let applied = try await withDatabase(mayCreate: true) { database, loop throws(CommandError) in
      try await SchemaPreparation(database, on: loop, report).migrate()
    }
    return CommandReport(applied.isEmpty ? ["nothing to apply"] : applied.map { "applied \($0)" }) {
      $0.key("applied")
      $0.array(applied) { $0.string($1) }
    }
  }

  /// Each migration that the database has seen, and each that it has not.
  package func migrationStatus() async throws(CommandError) -> CommandReport {
    try await withDatabase { database, loop throws(CommandError) in
      let schema = SchemaPreparation(database, on: loop, report)
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

extension AdministrationSession {
  /// Removes at once the data that a server removes from time to time, and reports how much of each
  /// kind, and how long it is kept.
  package func sweep() async throws(CommandError) -> CommandReport {
    let days = settings.historyDays
    let swept = try await withPool {
      try await PostgresStore($0).sweep(at: .now, historyDays: days)
    }
    return CommandReport(swept, historyDays: days)
  }
}

extension CommandReport {
  /// A row for each kind of data with a limited lifetime.
  init(_ swept: Swept, historyDays: Int) {
    let rows: [(kind: String, meaning: String, secondsKept: Int, removed: Int)] = [
      (
        "images", "pictures that no product shows", PostgresStore.secondsUnused,
        swept.images
      ),
      ("answers", "recorded answers to writes", IdempotencyKey.secondsKept, swept.answers),
      (
        "devices", "devices not seen for so long; without likes, for a week",
        PostgresStore.secondsUnseen, swept.devices
      ),
      ("likes", "likes that were taken back", PostgresStore.secondsRemembered, swept.likes),
      (
        "searches", "searches of devices, for trends", SearchTrend.secondsKept,
        swept.searches
      ),
      ("changes", "changes of the history", historyDays * 86_400, swept.changes),
      ("tokens", "access tokens that have expired", PostgresStore.secondsExpired, swept.tokens),
    ]
    let words = rows.map { row in
      let days = row.secondsKept / 86_400
      return [
        "removed \(row.removed)", row.kind,
        "kept for \(days) \(days == 1 ? "day" : "days"): \(row.meaning)",
      ]
    }
    self.init(lines: Self.aligned(words), of: rows) { writer, row in
      writer.key("kind")
      writer.string(row.kind)
      writer.key("kept_seconds")
      writer.integer(row.secondsKept)
      writer.key("removed")
      writer.integer(row.removed)
    }
  }
}

extension AdministrationSession {
  /// Stops writes, allows them again, or only reports the current state.
  ///
  /// - Parameter isOn: nil changes nothing.
  package func readOnly(_ isOn: Bool?) async throws(CommandError) -> CommandReport {
    let since = try await withPool { pool in
      let repository = PostgresStore(pool)
      switch isOn {
      case true?: try await repository.beginReadOnly(at: .now)
      case false?: try await repository.endReadOnly()
      case nil: break
      }
      return try await repository.readOnlySince()
    }
    let line =
      since.map { "read-only since \($0.rfc3339): writes get 503" } ?? "writes are allowed"
    return CommandReport([line]) {
      $0.key("read_only")
      $0.bool(since != nil)
      if let since {
        $0.key("since")
        $0.string(since.rfc3339)
      }
    }
  }
}
