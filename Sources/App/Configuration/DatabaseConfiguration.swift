package import LocalPostgres
import Operations
package import Postgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Configuration {
  mutating func readDatabase(_ reader: inout SettingReader) {
    if let url = reader.text(.databaseURL) {
      do throws(PostgresError) {
        database = try ConnectionString(shop: url)
        databaseText = Secret(url)
      } catch {
        reader.reject(.databaseURL, "\(error.kind); write postgres://user@host:5432/database.")
      }
    }
    let machine = reader.machine
    if let directory = reader.optional(.dataDirectory, parse: { machine.absolute($0) }) {
      dataDirectory = directory
    } else if database == nil {
      reader.reject(.dataDirectory, "there is no home directory: name a directory.")
    }
  }

  /// The list of processes shows flags to all accounts of the machine.
  static func refusePasswords(
    in flags: [Setting: String], _ reader: inout SettingReader
  ) {
    for setting in [Setting.databaseURL, .databaseReplicaURL] {
      guard let url = try? flags[setting].map(ConnectionString.init(_:)), url.hasPassword else {
        continue
      }
      reader.reject(
        setting,
        "a flag shows its password to everybody: write the URL into"
          + " \(setting.environmentVariable), or passfile= into the URL.")
    }
  }
}

/// The file that a database's URL names by `passfile=`.
///
/// libpq takes no password from a file that others may read, and containers mount secrets with mode
/// 0444. Such a file is accepted on the terms of our own secrets: libpq gets a copy in memory.
enum PasswordFile {
  /// The same database, with a password file that libpq accepts.
  ///
  /// - Parameter doubt: called with a problem of the file, which may be used anyway, or not.
  /// - Throws: `.configuration` for a file that others may write.
  static func adopted(
    _ database: ConnectionString, for setting: Setting, doubt: (String) -> Void
  ) throws(CommandError) -> ConnectionString {
    guard let path = database.passwordFile else { return database }
    let name = "\(setting.name): the file \(path.printable(1_000)) of passfile="
    guard let file = Files.open(path) else {
      doubt("\(name) cannot be read, so there is no password.")
      return database
    }
    defer { close(file) }
    guard !isTakenByLibPQ(file) else { return database }
    try SecretFile.requireOurs(file, called: name, doubt: doubt)
    guard let copy = copy(of: file), let adopted = try? database.setting("passfile", to: copy)
    else {
      doubt("\(name) can be read by other accounts, so there is no password: chmod 0400.")
      return database
    }
    return adopted
  }

  /// Source: PostgreSQL documentation, "The Password File".
  private static func isTakenByLibPQ(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & 0o077 == 0
  }

  /// The path of a file in memory that lives as long as this process; nil if the system has none.
  private static func copy(of file: Int32) -> String? {
    #if os(Linux)
      guard let bytes = Files.read(file, atMost: bytesMax) else { return nil }
      let copy = NamelessFile.open()
      guard copy >= 0 else { return nil }
      let isWritten = Files.write(bytes, to: copy) && fchmod(copy, 0o600) == 0
      return isWritten ? "/proc/self/fd/\(copy)" : nil
    #else
      nil
    #endif
  }

  /// More lines than an operator has databases.
  private static let bytesMax = 1 << 20
}

extension Configuration {
  /// Sees to it that libpq finds the passwords that the URLs name files of.
  ///
  /// - Throws: `.configuration` for a file that others may write.
  mutating func adoptPasswordFiles() throws(CommandError) {
    var doubts: [String] = []
    if let database {
      self.database = try PasswordFile.adopted(database, for: .databaseURL) { doubts.append($0) }
    }
    if let replica {
      let standby = try PasswordFile.adopted(
        replica.connectionString, for: .databaseReplicaURL
      ) { doubts.append($0) }
      self.replica = ReplicaConfiguration(
        connectionString: standby, text: replica.text, lagMax: replica.lagMax)
    }
    self.doubts += doubts
  }
}

/// A standby of the database, and how old its answers may be.
package struct ReplicaConfiguration: Sendable {
  package let connectionString: ConnectionString
  /// The text that it was made from, for processes that must connect to it too.
  package let text: Secret
  /// Commits that are older than this are in all answers.
  package let lagMax: Duration
}

extension Configuration {
  mutating func readReplica(_ reader: inout SettingReader) {
    let lagMax = reader.duration(.databaseReplicaLag)
    guard let url = reader.text(.databaseReplicaURL) else { return }
    guard reader.text(.databaseURL) != nil else {
      return reader.reject(
        .databaseReplicaURL, "there is no primary: add \(Setting.databaseURL.name).")
    }
    do throws(PostgresError) {
      // Regardless of the text: a server that follows no primary never catches up with one.
      let standby = try ConnectionString(shop: url).setting(
        "target_session_attrs", to: "standby")
      replica = ReplicaConfiguration(
        connectionString: standby, text: Secret(url), lagMax: lagMax)
    } catch {
      reader.reject(
        .databaseReplicaURL, "\(error.kind); write postgres://user@host:5432/database.")
    }
  }
}
