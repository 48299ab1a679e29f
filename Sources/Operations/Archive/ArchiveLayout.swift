import Domain
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of one database in an archive: one chapter for each unbroken log of writes.
///
///     7382716625481930122/          PostgreSQL's system identifier: see `SharedArchive`
///       20261126t130501z/           begun at that time; named like the slot in the database
///         base/20261126t130502z/    the data directory as it was copied, usable from that time on
///         base/20261127t130501z/
///         wal/                      the log, in files of 16 MB; the newest ends in .partial
///
/// A new chapter begins when the log has a gap: a new or restored database, or an archive that was
/// full for too long. A directory that cannot be read throws: it is never taken for an empty one.
struct ArchiveLayout: Equatable, Sendable {
  let directory: String

  /// A copy of the data directory.
  struct DataCopy: Equatable, Sendable {
    let chapter: String
    /// When it was complete: all later moments can be restored from it.
    let time: Timestamp
    let path: String
  }

  func wal(_ chapter: String) -> String { "\(directory)/\(chapter)/wal" }
  func bases(_ chapter: String) -> String { "\(directory)/\(chapter)/base" }

  /// Oldest first.
  var chapters: [String] {
    get throws(FileTree.Trouble) {
      try Self.names(in: directory).filter { Self.time(of: $0) != nil }.sorted()
    }
  }

  /// The complete copies, oldest first.
  func bases(of chapter: String) throws(FileTree.Trouble) -> [DataCopy] {
    try Self.names(in: bases(chapter)).sorted().compactMap { name in
      Self.time(of: name).map {
        DataCopy(chapter: chapter, time: $0, path: "\(bases(chapter))/\(name)")
      }
    }
  }

  var allBases: [DataCopy] {
    get throws(FileTree.Trouble) {
      var all: [DataCopy] = []
      for chapter in try chapters { all += try bases(of: chapter) }
      return all
    }
  }

  /// The copy from which a moment can be restored; without a moment the newest.
  func base(before moment: Timestamp?) throws(FileTree.Trouble) -> DataCopy? {
    let all = try allBases
    guard let moment else { return all.last }
    return all.last { $0.time <= moment }
  }

  /// Nothing where there is no directory.
  private static func names(in directory: String) throws(FileTree.Trouble) -> [String] {
    if let names = Files.allNames(in: directory) { return names }
    guard errno == ENOENT else { throw FileTree.Trouble(directory) }
    return []
  }

  /// Why the log of a chapter is not accessible; nil when it is.
  func absence(of chapter: String) -> String? {
    var status = stat()
    guard stat(wal(chapter), &status) == 0 else {
      return FileTree.Trouble(wal(chapter)).description
    }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : "\(wal(chapter)): not a directory"
  }

  /// `20261126t130501z`: also part of a slot's name, which has no upper case.
  static func name(of time: Timestamp) -> String {
    time.rfc3339.lowercased().filter { $0 != "-" && $0 != ":" }
  }

  /// Nil for another name.
  static func time(of name: String) -> Timestamp? {
    let parts = Array(name.utf8).map { Character(UnicodeScalar($0)) }
    guard parts.count == 16, parts[8] == "t", parts[15] == "z" else { return nil }
    let text = { (range: Range<Int>) in String(parts[range]) }
    let day = "\(text(0..<4))-\(text(4..<6))-\(text(6..<8))"
    return Timestamp(rfc3339: "\(day)T\(text(9..<11)):\(text(11..<13)):\(text(13..<15))Z")
  }

  /// The files of a chapter's log, oldest first, with the histories of its timelines.
  func log(of chapter: String) throws(FileTree.Trouble) -> [String] {
    try Self.names(in: wal(chapter)).filter { name in
      name.hasSuffix(".history") || ArchiveSegment(name) != nil
    }.sorted()
  }

  /// Removes the newest file of a log if the disk was full before it had its full size, since a
  /// receiver rejects it. A file gets its full size before anything is written to it, so nothing is
  /// lost. Call it only while no receiver writes.
  func removeUnusable(in chapter: String) throws(FileTree.Trouble) {
    for name in try log(of: chapter) where name.hasSuffix(".partial") {
      let path = "\(wal(chapter))/\(name)"
      var status = stat()
      guard stat(path, &status) == 0 else { throw FileTree.Trouble(path) }
      guard status.st_size < ArchiveSegment.bytes else { continue }
      guard unlink(path) == 0 else { throw FileTree.Trouble(path) }
    }
  }

  /// The first log file that a base needs; nil when the base does not say so.
  ///
  /// Source: PostgreSQL documentation, "Making a Base Backup Using the Low Level API".
  static func firstSegment(of base: DataCopy) -> ArchiveSegment? {
    guard let label = Files.text(base.path + "/backup_label"),
      let mark = label.firstRange(of: "(file ")
    else { return nil }
    return ArchiveSegment(String(label[mark.upperBound...].prefix { $0 != ")" }))
  }

  // MARK: Retention

  /// Removes everything that is not needed for moments since `limit`: bases older than the one for
  /// that moment, and the log before the oldest remaining base; also the rest of an unfinished copy
  /// or removal, so no copy may run meanwhile.
  ///
  /// - Parameter current: the chapter that is written to. It stays, and is not always the newest by
  ///   its name: a clock can be set back.
  func removeOlder(
    than limit: Timestamp, besides current: String? = nil,
    by remove: (String) -> Void = Files.remove
  ) throws(FileTree.Trouble) {
    let needed = try base(before: limit)
    for base in try allBases {
      guard let needed, base.time < needed.time else { continue }
      // A kill in the middle must not leave a part of it under the name of a complete one.
      let unfinished = base.path + Self.unfinishedSuffix
      guard rename(base.path, unfinished) == 0, Files.syncDirectory(bases(base.chapter)) else {
        throw FileTree.Trouble(base.path)
      }
      remove(unfinished)
    }
    let all = try chapters
    for chapter in all {
      for name in try Self.names(in: bases(chapter)) where name.hasSuffix(Self.unfinishedSuffix) {
        remove("\(bases(chapter))/\(name)")
      }
      guard let oldest = try bases(of: chapter).first else {
        // Without a base a log is of no use, unless its base is still to be made.
        if chapter != all.last, chapter != current { remove("\(directory)/\(chapter)") }
        continue
      }
      guard let first = Self.firstSegment(of: oldest) else { continue }
      for name in try log(of: chapter) {
        guard let segment = ArchiveSegment(name), segment < first else { continue }
        remove("\(wal(chapter))/\(name)")
      }
    }
  }

  /// The suffix of a base's name while it is made or removed.
  static let unfinishedSuffix = ".part"
}
