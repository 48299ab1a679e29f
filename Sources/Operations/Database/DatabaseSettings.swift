package import LocalPostgres
package import Postgres
import UseCases

/// Which database a server or a command works on, and how.
package struct DatabaseSettings: Sendable {
  /// A database that is started, stopped and migrated by its operator.
  package struct External: Sendable {
    package let connectionString: ConnectionString
    /// The text that it was made from, for processes that must connect to it too.
    package let text: Secret

    package init(_ connectionString: ConnectionString, _ text: Secret) {
      self.connectionString = connectionString
      self.text = text
    }
  }

  /// Nil: a private one under the data directory.
  package var external: External?
  /// Absolute.
  package var dataDirectory: String
  /// For the private database; absolute; nil for none.
  package var archive: String?
  /// Where nightly backups are; absolute; nil for nowhere.
  package var backups: String?
  /// The archive can restore moments of this many days.
  package var archiveDays: Int
  /// The history keeps changes for this many days.
  package var historyDays = HistoryEntry.daysKept
  package var statements: StatementPolicy
  /// Processes that serve on it.
  package var processes: Int
  /// Connections that each process wants for reads, and as many for writes.
  package var connections: Int

  package init(
    external: External? = nil, dataDirectory: String, archive: String? = nil, archiveDays: Int = 7,
    statements: StatementPolicy = StatementPolicy(), processes: Int = 1, connections: Int = 4
  ) {
    self.external = external
    self.dataDirectory = dataDirectory
    self.archive = archive
    self.archiveDays = archiveDays
    self.statements = statements
    self.processes = processes
    self.connections = connections
  }

  /// How the private database is divided among the processes.
  var share: DatabaseShare { DatabaseShare(processes: processes, wanted: connections) }

  /// A worker has the URL of its parent's private database, so the settings are not checked when
  /// they are read.
  ///
  /// - Throws: `.configuration` for an archive of an external database, and for one that would be
  ///   lost with the data.
  package func checkArchive() throws(CommandError) {
    guard let archive else { return }
    guard external != nil else {
      guard archive == dataDirectory || archive.hasPrefix(dataDirectory + "/") else { return }
      throw CommandError(
        .configuration,
        "\(SettingName.archive): \(archive.printable(1_000)) is in the data directory: choose another"
          + " disk, or at least another directory.")
    }
    throw CommandError(
      .configuration,
      "\(SettingName.archive): an external PostgreSQL is archived by its operator: leave it out, or"
        + " \(SettingName.databaseURL).")
  }
}

/// Settings as messages name them. The program, which has the settings, tests that it has these.
package enum SettingName: String, CaseIterable, CustomStringConvertible {
  case archive = "--archive (MOA_ARCHIVE)"
  case archiveDays = "--archive-days (MOA_ARCHIVE_DAYS)"
  case backups = "--backups (MOA_BACKUPS)"
  case databaseURL = "--database-url (MOA_DATABASE_URL)"
  case dataDirectory = "--data-dir (MOA_DATA_DIR)"
  case lowDiskPercent = "--low-disk-percent (MOA_LOW_DISK_PERCENT)"
  case migrate = "--migrate (MOA_MIGRATE)"
  case publicURL = "--public-url (MOA_PUBLIC_URL)"
  case hosts = "--hosts (MOA_HOSTS)"
  case trustedProxies = "--trusted-proxies (MOA_TRUSTED_PROXIES)"

  package var description: String { rawValue }
}

extension ConnectionString {
  /// The connection string of a shop's database.
  ///
  /// All names in our statements have their schema, except functions and operators: a role's
  /// `search_path` must not put other schemas before PostgreSQL's own.
  /// - Throws: as `init(_:)` does.
  package init(shop text: String) throws(PostgresError) {
    self = try ConnectionString(text).session("search_path", "pg_catalog")
  }
}

/// Divides the connections of the private PostgreSQL among the worker processes.
///
/// Each process has two sets of connections, shared and exclusive ones, with at least one of each,
/// and one for the readiness probe; so many processes need more connections than few.
package struct DatabaseShare {
  /// How many of each set a process may open.
  package let connectionsOfProcess: Int
  /// How many the server must admit.
  package let serverConnections: Int

  /// The number for all processes together while they are few: a connection is a process of
  /// PostgreSQL with some megabytes, and more of them than cores make nothing faster.
  private static let usual = 40
  /// For commands beside the server, a person with psql, and those that PostgreSQL reserves.
  private static let reserved = 10

  /// - Parameter wanted: connections of each set that the configuration asks for.
  package init(processes: Int, wanted: Int) {
    let processes = max(1, processes)
    connectionsOfProcess = min(wanted, max(1, (Self.usual / processes - 1) / 2))
    // Twice, because connections of a killed worker may still exist while its successor connects.
    serverConnections =
      max(Self.usual, 2 * processes * (2 * connectionsOfProcess + 1)) + Self.reserved
  }
}
