import Domain
import LocalPostgres

/// The directory that `--archive` names. Each database has a directory of its own in it, named by
/// PostgreSQL's system identifier, so that two shops never remove or restore each other's data.
struct SharedArchive {
  let directory: String

  /// - Parameter system: 7382716625481930122
  func layout(of system: String) -> ArchiveLayout {
    ArchiveLayout(directory: "\(directory)/\(system)")
  }

  /// The archive of a database.
  ///
  /// - Parameter own: the system identifier of the present shop; nil when there is none.
  /// - Throws: `.data` when it would have to guess; `.unavailable` when it cannot be read.
  func choose(for own: String?) throws(CommandError) -> ArchiveLayout {
    let found: [(system: String, words: String)]
    do throws(FileTree.Trouble) {
      // The directory of one database was named.
      let direct = ArchiveLayout(directory: directory)
      if try !direct.chapters.isEmpty { return direct }
      found = try databases()
    } catch {
      throw CommandError(.unavailable, "cannot read the archive", because: "\(error)")
    }
    if let own, found.contains(where: { $0.system == own }) { return layout(of: own) }
    guard let first = found.first else { return ArchiveLayout(directory: directory) }
    guard own == nil, found.count == 1 else { throw Self.choice(own, found.map(\.words)) }
    return layout(of: first.system)
  }

  /// The databases that have a copy, with a description to tell them apart.
  private func databases() throws(FileTree.Trouble) -> [(system: String, words: String)] {
    var found: [(system: String, words: String)] = []
    for name in try systems() {
      let bases = try layout(of: name).allBases
      guard let first = bases.first, let last = bases.last else { continue }
      let times = "copies from \(first.time.rfc3339) to \(last.time.rfc3339)"
      found.append((name, "\(directory.printable(1_000))/\(name) (\(times))"))
    }
    return found
  }

  /// The names of the directories of databases.
  func systems() throws(FileTree.Trouble) -> [String] {
    try FileTree.names(in: directory).sorted().filter(Self.isSystem)
  }

  private static func choice(_ own: String?, _ found: [String]) -> CommandError {
    let why =
      own.map { "the archive has nothing of the database that is here (\($0))" }
      ?? "the archive is of \(found.count) databases"
    return CommandError(
      .data,
      "\(why): name the directory of one as \(SettingName.archive):"
        + " \(found.joined(separator: ", ")).")
  }

  private static func isSystem(_ name: String) -> Bool {
    (1...20).contains(name.utf8.count) && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The system identifier of a data directory; nil when there is none or we cannot read it.
  ///
  /// Source: PostgreSQL, src/include/catalog/pg_control.h, where it comes first.
  static func system(ofData directory: String) -> String? {
    guard let bytes = Files.contents("\(directory)/global/pg_control", atMost: 8), bytes.count == 8
    else { return nil }
    return "\(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })"
  }
}
