package import Domain

/// The migrations that a database has, compared with those of this program.
package struct SchemaHistory: Sendable, Hashable {
  /// An applied migration as the database recorded it.
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

  /// The pending migrations, in order.
  ///
  /// - Throws: `.otherHistory`, `.newerDatabase`, `.edited` or `.outOfOrder`: then no migration may
  ///   be applied.
  package func pending(of migrations: [Migration]) throws(MigrationError) -> [Migration] {
    try checkLine(of: migrations)
    let unknown = unknown(to: migrations)
    guard unknown.isEmpty else { throw .newerDatabase(unknown: unknown) }
    return try missing(of: migrations)
  }

  /// The names of applied migrations that a program with `migrations` does not have: a newer
  /// program applied them.
  package func unknown(to migrations: [Migration]) -> [String] {
    let known = Set(migrations.map(\.name))
    return applied.map(\.name).filter { !known.contains($0) }
  }

  /// A newer program adds migrations after ours. An unknown migration between ours comes from a
  /// program that has no upgrade to this one, such as one before the first release.
  private func checkLine(of migrations: [Migration]) throws(MigrationError) {
    guard let last = migrations.map(\.name).max() else { return }
    let stranger = unknown(to: migrations).first { $0 < last }
    if let stranger { throw .otherHistory(stranger) }
  }

  /// The same as `pending` for a program that only uses the schema: it can run while a newer one
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
    // Forward only: a migration inserted between applied ones was never tested in this order.
    if let first = pending.first, let last = applied.last, first.name < last.name {
      throw .outOfOrder(first.name, after: last.name)
    }
    return pending
  }
}
