import Domain
import EventLoop
import LocalPostgres
import Postgres
import Web

extension AdministrationSession {
  /// Moves the private database to the newest PostgreSQL that is installed; the former data stays
  /// beside it.
  package func upgradeDatabase(
    _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    guard settings.external == nil else {
      throw CommandError(
        .usage,
        "an external PostgreSQL is upgraded by its operator: leave"
          + " \(SettingName.databaseURL) out for the private one.")
    }
    let directory = settings.dataDirectory
    let lock = try DataDirectoryLock(directory)
    defer { withExtendedLifetime(lock) {} }
    try Self.requireStopped(directory, mayExist: true)
    let (old, new) = try await Self.offload { try Self.majors(directory) }
    guard new > old else {
      return Self.report(from: old, to: old, nil)
    }
    let place = directory + "/upgrade"
    let file = directory + "/upgrade.moa"
    for path in [place, file, PartFile.part(of: file)] {
      stop.willMake(path)
      Files.remove(path)
    }
    defer {
      for path in [place, file] {
        Files.remove(path)
        stop.hasMade(path)
      }
    }
    var server = LocalPostgresSettings(connectionsMax: 20)
    server.major = new
    server.isReadOnly = true
    let manifest = try await withLocal(directory, server) { database, loop throws(CommandError) in
      try await save(database, on: loop, to: file, progress).manifest
    }
    server.isReadOnly = false
    try await withLocal(place, server) { database, loop throws(CommandError) in
      let saved = try BackupFile(file)
      try await put(manifest, of: saved, into: database, on: loop, replaces: false, progress)
    }
    let former = try await Self.offload {
      try DataSwap(
        place: LocalPostgresLayout(dataDirectory: directory),
        fresh: LocalPostgresLayout(dataDirectory: place)
      ).run(keptAs: "postgresql-\(old)-\(ArchiveLayout.name(of: .now))")
    }
    return Self.report(from: old, to: new, former)
  }

  /// The version of the data, and the newest installed one.
  private static func majors(_ directory: String) throws -> (old: Int, new: Int) {
    let layout = try LocalPostgresLayout(dataDirectory: directory)
    guard let old = Files.text(layout.version).flatMap({ Int($0.withoutBlanks) }) else {
      throw CommandError(
        .unavailable,
        "there is no shop in the data directory \(directory): correct"
          + " \(SettingName.dataDirectory).")
    }
    // Both must be there: the old one writes the data down, the new one takes it.
    _ = try LocalPostgresBinaries.find(major: old)
    return (old, LocalPostgresBinaries.newestMajor() ?? old)
  }

  private static func report(from old: Int, to new: Int, _ former: String?) -> CommandReport {
    var lines = [
      old == new
        ? "nothing to do: the database is of PostgreSQL \(old), and no newer one is installed"
        : "upgraded the database from PostgreSQL \(old) to \(new)"
    ]
    if let former { lines.append("the former data is in \(former): remove it when all is well") }
    return CommandReport(lines) {
      $0.integer("from", old)
      $0.integer("to", new)
      $0.optionalString("former_data", former)
    }
  }
}
