package import Domain

/// What a database has seen of the migrations that this program brings.
package struct SchemaHistory: Sendable, Hashable {
  /// A migration that the database remembers.
  package struct Entry: Sendable, Hashable {
    package let name: String
    package let checksum: String
    package let appliedAt: Timestamp

    package init(name: String, checksum: String, appliedAt: Timestamp) {
      self.name = name
      self.checksum = checksum
      self.appliedAt = appliedAt
    }
  }

  /// In the order of their names.
  package let applied: [Entry]

  package init(applied: [Entry]) {
    self.applied = applied
  }

  /// The migrations that are still to be applied, in their order.
  ///
  /// - Throws: `.otherHistory`, `.newerDatabase`, `.edited` or `.outOfOrder`: then nothing may be
  ///   applied.
  package func pending(of migrations: [Migration]) throws(MigrationError) -> [Migration] {
    try checkLine(of: migrations)
    let unknown = unknown(to: migrations)
    guard unknown.isEmpty else { throw .newerDatabase(unknown: unknown) }
    return try missing(of: migrations)
  }

  /// The names of the applied migrations that a program with `migrations` does not bring: a newer
  /// program was here.
  package func unknown(to migrations: [Migration]) -> [String] {
    let known = Set(migrations.map(\.name))
    return applied.map(\.name).filter { !known.contains($0) }
  }

  /// A newer program adds migrations behind ours. One that we do not know and that stands among
  /// ours is of a program from which nothing leads here, such as those before the first release.
  private func checkLine(of migrations: [Migration]) throws(MigrationError) {
    guard let last = migrations.map(\.name).max() else { return }
    let stranger = unknown(to: migrations).first { $0 < last }
    if let stranger { throw .otherHistory(stranger) }
  }

  /// The same as `pending` for a program that only uses the schema: it can go on while a newer one
  /// replaces it, because migrations only add to what older programs use until those are gone.
  ///
  /// - Throws: `.otherHistory`, `.edited` or `.outOfOrder`.
  package func missing(of migrations: [Migration]) throws(MigrationError) -> [Migration] {
    try checkLine(of: migrations)
    let known = Dictionary(migrations.map { ($0.name, $0.checksum) }) { first, _ in first }
    let edited = applied.first { known[$0.name, default: $0.checksum] != $0.checksum }
    if let edited { throw .edited(edited.name) }
    let names = Set(applied.map(\.name))
    let pending = migrations.filter { !names.contains($0.name) }
    // Forward only: a file that slipped in between was never tried in this order by anybody.
    if let first = pending.first, let last = applied.last, first.name < last.name {
      throw .outOfOrder(first.name, after: last.name)
    }
    return pending
  }
}
