package import Postgres

/// Why the schema cannot be brought up to date.
package enum MigrationError: Error, Sendable, CustomStringConvertible {
  /// An applied migration was edited afterwards.
  case edited(String)
  /// The database was made by a program that has no upgrade to this one.
  case otherHistory(String)
  /// The database has migrations that this program does not know.
  case newerDatabase(unknown: [String])
  /// A pending migration comes before one that was applied.
  case outOfOrder(String, after: String)
  /// The script of a migration failed; its transaction was rolled back.
  case failed(String, PostgresError)
  /// The database could not be read.
  case database(PostgresError)

  /// Whether a lock was held by another session for too long: a retry may succeed.
  var isOfLocks: Bool {
    guard case .failed(_, let error) = self else { return false }
    return error.sqlState == "55P03"
  }

  /// Whether the role lacks a right.
  package var isOfRights: Bool {
    switch self {
    case .failed(_, let error), .database(let error): error.sqlState == "42501"
    case .edited, .otherHistory, .newerDatabase, .outOfOrder: false
    }
  }

  /// One sentence for the operator.
  package var description: String {
    switch self {
    case .edited(let name):
      "migration \(name) was edited after it was applied: put the file back as it was, and"
        + " write a new migration instead"
    case .otherHistory(let name):
      "the database was made by a program whose schema nothing leads from (it has \(name)), such as"
        + " one before the first release: use an empty database, or another data directory"
    case .newerDatabase(let unknown):
      "the database is newer than this program, which does not know"
        + " \(unknown.joined(separator: ", ")): use the newer program"
    case .outOfOrder(let name, let last):
      "migration \(name) was not applied but stands before \(last), which was:"
        + " give it a number after that"
    case .failed(let name, let error):
      "migration \(name) failed and changed nothing: \(error)"
    case .database(let error):
      "cannot read the schema: \(error)"
    }
  }
}
