import LocalPostgres

/// `pg_dump`, `pg_restore` and `psql` of one version.
struct ClientPrograms: Equatable {
  let directory: String
  let major: Int

  private static let names = ["pg_dump", "pg_restore", "psql"]

  /// Finds the programs of the server's own version, or else the newest that are not older than
  /// `oldest`.
  ///
  /// A dump of newer programs contains settings that an older server does not know, so the same
  /// version is preferred.
  /// - Parameter oldest: the version of the server, or of the program that has written the dump.
  /// - Throws: `.unavailable`, which says what to install.
  static func find(server: Int, oldest: Int) throws(CommandError) -> Self {
    try find(server: server, oldest: oldest, in: directories(server))
  }

  static func find(
    server: Int, oldest: Int, in directories: [String]
  ) throws(CommandError) -> Self {
    var best: Self?
    for directory in directories {
      guard let found = installation(in: directory) else { continue }
      if found.major == server, server >= oldest { return found }
      if found.major > best?.major ?? 0 { best = found }
    }
    if let best, best.major >= max(server, oldest) { return best }
    let needed = max(server, oldest)
    let there =
      best.map { ", and those of PostgreSQL \($0.major) in \($0.directory) are too old" } ?? ""
    throw CommandError(
      .unavailable,
      "pg_dump, pg_restore and psql of PostgreSQL \(needed) are not installed\(there): install them"
        + " (apt-get install postgresql-client-\(needed), or brew install libpq).")
  }

  func path(of program: String) -> String { directory + "/" + program }

  /// Without `\restrict` a hostile backup could bring psql to run programs. The versions of August
  /// 2025 have it: 13.22, 14.19, 15.14, 16.10, 17.6.
  ///
  /// - Throws: `.unavailable`, which says what to install.
  ///
  /// Source: CVE-2025-8714; psql, "\restrict".
  func requireRestriction() throws(CommandError) {
    let command = LocalPostgresCommand(
      program: path(of: "psql"), arguments: ["--help=commands"], deadline: .seconds(10))
    guard let result = try? command.run(), result.status == 0,
      result.output.contains("\\restrict")
    else {
      throw CommandError(
        .unavailable,
        "\(path(of: "psql")) is too old to read a backup safely (CVE-2025-8714): upgrade it"
          + " (apt-get install --only-upgrade postgresql-client-\(major)).")
    }
  }

  private static func directories(_ major: Int) -> [String] {
    ["/usr/lib/postgresql/\(major)/bin", "/usr/pgsql-\(major)/bin"]
      + LocalPostgresBinaries.candidateDirectories()
      + ["/opt/homebrew/opt/libpq/bin", "/usr/local/opt/libpq/bin"]
  }

  private static func installation(in directory: String) -> Self? {
    guard names.allSatisfy({ Files.isExecutable("\(directory)/\($0)") }) else { return nil }
    let command = LocalPostgresCommand(
      program: directory + "/pg_dump", arguments: ["--version"], deadline: .seconds(10))
    guard let result = try? command.run(), result.status == 0,
      let major = LocalPostgresBinaries.major(inVersion: result.output)
    else { return nil }
    return Self(directory: directory, major: major)
  }
}
