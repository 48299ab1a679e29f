import Domain
import EventLoop
import LocalPostgres
import Web

extension AdministrationSession {
  package static func mistakesOfRestore(
    file: String?, until: String?, replaces: Bool, verifies: Bool
  ) -> [String] {
    var mistakes: [String] = []
    if file == nil, until == nil {
      mistakes.append("name the file of a backup, or a time: --until.")
    }
    if let file, until != nil {
      mistakes.append("--until takes an archive and no file: remove \(file.printable(100)).")
    }
    if verifies, replaces {
      mistakes.append("--replace and --verify exclude each other: --verify touches no shop.")
    }
    if verifies, until != nil { mistakes.append("--verify tries files of backups, not --until.") }
    if let until, until != "latest", Timestamp(rfc3339: until) == nil {
      mistakes.append(
        "\"\(until.printable(40))\" is no time: write it like 2026-03-01T09:00:00+09:00, or latest."
      )
    }
    return mistakes
  }

  /// Puts the private database back to how it was at a moment, from an archive; the former data
  /// stays beside it.
  ///
  /// - Parameters:
  ///   - time: RFC 3339, or `latest`.
  ///   - replaces: also a shop that is there.
  package func restore(
    until time: String, replaces: Bool, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    try settings.checkArchive()
    guard let archive = settings.archive else {
      throw CommandError(.usage, "name the archive: \(SettingName.archive).")
    }
    let moment = Timestamp(rfc3339: time)
    let directory = settings.dataDirectory
    let place = directory + "/restore"
    let lock = try DataDirectoryLock(directory)
    defer { withExtendedLifetime(lock) {} }
    try Self.requireStopped(directory, mayExist: replaces)
    let shop = try Self.local { () throws(LocalPostgresError) in
      try LocalPostgresLayout(dataDirectory: directory)
    }
    let restoration = ArchiveRestoration(
      archive: try SharedArchive(directory: archive)
        .choose(for: SharedArchive.system(ofData: shop.data)), moment: moment, place: place)
    stop.willMake(place)
    defer { stop.hasMade(place) }
    Files.remove(place)
    let former: String?
    do throws(CommandError) {
      _ = try await Self.offload { try restoration.prepare(progress) }
      progress?.tell("recovering")
      try await recover(restoration)
      former = try await Self.offload {
        try restoration.finish()
        return try DataSwap(
          place: shop,
          fresh: LocalPostgresLayout(dataDirectory: place)
        ).run(keptAs: ArchiveLayout.name(of: .now))
      }
    } catch {
      await stop.outlive()
      Files.remove(place)
      throw error
    }
    Files.remove(place)
    return Self.report(until: moment, former)
  }

  /// A log of days takes its time.
  private static let recoveryPatience = Duration.seconds(7 * 86_400)

  private func recover(_ restoration: ArchiveRestoration) async throws(CommandError) {
    var server = LocalPostgresSettings(connectionsMax: 10)
    server.startPatience = Self.recoveryPatience
    server.recovery = restoration.recovery
    let local = try Self.local { [server] () throws(LocalPostgresError) in
      try LocalPostgres(dataDirectory: restoration.place, settings: server)
    }
    stop.willStart(local)
    do {
      _ = try await EventLoop.offload { try local.start() }
    } catch {
      await stop.outlive()
      try? await EventLoop.offload { try local.stop() }
      throw (error as? LocalPostgresError).map(restoration.failure) ?? CommandError(error)
    }
    try await Self.offload { try local.stop() }
  }

  /// - Parameter mayExist: whether there may be a database.
  static func requireStopped(_ directory: String, mayExist: Bool) throws(CommandError) {
    let local = try local { () throws(LocalPostgresError) in
      try LocalPostgres(dataDirectory: directory)
    }
    if let process = local.serverProcess {
      throw CommandError(
        .unavailable,
        "the private PostgreSQL (process \(process)) of \(directory) still runs: stop it first, by"
          + " kill -INT \(process).")
    }
    guard mayExist || local.hasDatabase == false else {
      throw CommandError(
        .data,
        "there is a shop in the data directory \(directory), and nothing was changed: add --replace"
          + " to put the restored one in its place.")
    }
  }

  private static func report(until moment: Timestamp?, _ former: String?) -> CommandReport {
    var lines = ["restored the shop as it was at \(moment?.exactRFC3339 ?? "the archive's end")"]
    if let former { lines.append("the former data is in \(former): remove it when all is well") }
    return CommandReport(lines) {
      $0.bool("restored", true)
      $0.optionalString("until", moment?.exactRFC3339)
      $0.optionalString("former_data", former)
    }
  }
}
