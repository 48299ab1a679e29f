import LocalPostgres
import Operations
import Postgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file that a database's URL names by `passfile=`.
///
/// libpq takes no password from a file that others may read, and containers mount secrets with mode
/// 0444. Such a file is accepted on the terms of our own secrets: libpq gets a copy in memory.
enum PasswordFile {
  /// The same database, with a file that libpq takes.
  ///
  /// - Parameter doubt: told what is wrong with a file that is used all the same, or not at all.
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

  /// The path of a file in memory that stays as long as this process; nil where the system gives
  /// none.
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

  /// More lines than anybody has databases.
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
