/// Where the programs of one installed PostgreSQL are, and which version it is.
package struct LocalPostgresBinaries: Equatable {
  package var directory: String
  package var major: Int

  /// 15 is the oldest version that the PostgreSQL project supports at the time of writing, and the
  /// oldest that the tests ran on.
  package static let oldestMajor = 15

  package static let programs = ["initdb", "pg_ctl", "postgres"]

  /// Finds an installation that can run data made by `major`, or the first one that is new enough.
  ///
  /// - Throws: `.notInstalled`, which says what to install.
  package static func find(major: Int?) throws(LocalPostgresError) -> Self {
    if let known = major.flatMap(installed(major:)) { return known }
    return try find(major: major, in: candidateDirectories())
  }

  /// The installation in the directory that is named after its version. It need not be asked for
  /// its version: each program that runs at a start takes ten milliseconds.
  private static func installed(major: Int) -> Self? {
    let places = [
      "/usr/lib/postgresql/\(major)/bin", "/opt/homebrew/opt/postgresql@\(major)/bin",
      "/usr/local/opt/postgresql@\(major)/bin", "/usr/pgsql-\(major)/bin",
    ]
    return places.first(where: hasPrograms).map { Self(directory: $0, major: major) }
  }

  private static func hasPrograms(_ directory: String) -> Bool {
    programs.allSatisfy { Files.isExecutable("\(directory)/\($0)") }
  }

  package static func find(major: Int?, in directories: [String]) throws(LocalPostgresError) -> Self
  {
    for directory in directories {
      guard let found = installation(in: directory) else { continue }
      // A newer server refuses the files of an older one: the version must be the same.
      guard found.major == major ?? max(found.major, oldestMajor) else { continue }
      return found
    }
    throw .notInstalled(neededMajor: major)
  }

  /// The newest major version that is installed; nil where none is new enough for a new database.
  package static func newestMajor(in directories: [String] = candidateDirectories()) -> Int? {
    directories.compactMap { installation(in: $0)?.major }.filter { $0 >= oldestMajor }.max()
  }

  package func path(of program: String) -> String { directory + "/" + program }

  private static func installation(in directory: String) -> Self? {
    guard hasPrograms(directory) else { return nil }
    let command = LocalPostgresCommand(
      program: directory + "/postgres", arguments: ["--version"], deadline: .seconds(5))
    guard let result = try? command.run(), result.status == 0 else { return nil }
    return major(inVersion: result.output).map { Self(directory: directory, major: $0) }
  }

  /// Reads `postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)` or `... 18beta1`.
  package static func major(inVersion line: String) -> Int? {
    guard let mark = line.firstRange(of: "(PostgreSQL) ") else { return nil }
    return Int(line[mark.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  /// The installation that `pg_config` names comes first: it is the one that libpq is from.
  package static func candidateDirectories() -> [String] {
    let search = (OwnProcess.variable("PATH") ?? "")
      .split(separator: ":").map(String.init)
    var directories = configuredDirectories(in: search)
    directories += versions(in: "/usr/lib/postgresql", suffix: "/bin")  // Debian
    for prefix in ["/opt/homebrew/opt", "/usr/local/opt"] {  // Homebrew
      directories += versions(in: prefix, prefix: "postgresql@", suffix: "/bin")
      directories.append(prefix + "/postgresql/bin")
    }
    directories += versions(in: "/usr", prefix: "pgsql-", suffix: "/bin")  // Red Hat
    return directories + search
  }

  private static func configuredDirectories(in search: [String]) -> [String] {
    let places = search.map { $0 + "/pg_config" }
    let found = places.first(where: Files.isExecutable)
    guard let program = found else { return [] }
    let command = LocalPostgresCommand(
      program: program, arguments: ["--bindir"], deadline: .seconds(5))
    guard let result = try? command.run(), result.status == 0 else { return [] }
    return [result.output]
  }

  /// Numbered folders, newest first: `15` in Debian's place, `postgresql@15` in Homebrew's.
  private static func versions(
    in directory: String, prefix: String = "", suffix: String
  ) -> [String] {
    let numbered = Files.names(in: directory).filter { $0.hasPrefix(prefix) }
      .compactMap { name in Int(name.dropFirst(prefix.count)).map { (number: $0, name: name) } }
    return numbered.sorted { $0.number > $1.number }.map { directory + "/" + $0.name + suffix }
  }
}
