import Domain
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Removes at once what a server removes from time to time, and tells how much of each kind, and
  /// how long it is kept.
  package func sweep() async throws(CommandError) -> CommandReport {
    let swept = try await withPool { try await PostgresStore($0).sweep(at: .now) }
    return CommandReport(swept)
  }
}

extension CommandReport {
  /// A row for each kind of what is kept for some time only.
  init(_ swept: Swept) {
    let rows: [(kind: String, meaning: String, secondsKept: Int, removed: Int)] = [
      (
        "images", "pictures that no product shows", PostgresStore.secondsUnused,
        swept.images
      ),
      ("answers", "recorded answers to writes", IdempotencyKey.secondsKept, swept.answers),
      (
        "devices", "devices that nobody has seen, with their likes",
        PostgresStore.secondsUnseen, swept.devices
      ),
      ("likes", "likes that were taken back", PostgresStore.secondsRemembered, swept.likes),
      (
        "searches", "searches of devices, for what is trending", SearchTrend.secondsKept,
        swept.searches
      ),
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
