import Domain

/// The files of an archive: one chapter for each unbroken log of writes.
///
///     20261126t130501z/         begun at that time; named like the slot in the database
///       base/20261126t130502z/  the data directory as it was copied, usable from that time on
///       base/20261127t130501z/
///       wal/                    the log, in files of 16 MB; the newest ends in .partial
///
/// A new chapter begins when the log has a gap: a new or restored database, or an archive that was
/// full for too long.
struct ArchiveLayout: Equatable, Sendable {
  let directory: String

  /// A copy of the data directory.
  struct DataCopy: Equatable, Sendable {
    let chapter: String
    /// When it was complete: what was committed later can be restored from it.
    let time: Timestamp
    let path: String
  }

  func wal(_ chapter: String) -> String { "\(directory)/\(chapter)/wal" }
  func bases(_ chapter: String) -> String { "\(directory)/\(chapter)/base" }

  /// Oldest first.
  var chapters: [String] {
    Files.names(in: directory).filter { Self.time(of: $0) != nil }.sorted()
  }

  /// Those that are complete, oldest first.
  func bases(of chapter: String) -> [DataCopy] {
    Files.names(in: bases(chapter)).sorted().compactMap { name in
      Self.time(of: name).map {
        DataCopy(chapter: chapter, time: $0, path: "\(bases(chapter))/\(name)")
      }
    }
  }

  var allBases: [DataCopy] { chapters.flatMap(bases(of:)) }

  /// From which a moment can be reached; without a moment the newest.
  func base(before moment: Timestamp?) -> DataCopy? {
    guard let moment else { return allBases.last }
    return allBases.last { $0.time <= moment }
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

  // MARK: The log

  /// The files of a chapter's log, oldest first; the names of all begin with 24 digits, or are
  /// histories.
  func log(of chapter: String) -> [String] {
    Files.names(in: wal(chapter)).filter { name in
      name.hasSuffix(".history") || Self.isSegment(name)
    }.sorted()
  }

  private static func isSegment(_ name: String) -> Bool {
    let digits = name.utf8.prefix(24)
    let isHexadecimal = digits.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
    }
    return digits.count == 24 && isHexadecimal && ["", ".partial"].contains(name.dropFirst(24))
  }

  /// The first file of the log that a base needs; nil when it does not say so.
  ///
  /// Source: PostgreSQL documentation, "Making a Base Backup Using the Low Level API".
  static func firstSegment(of base: DataCopy) -> String? {
    guard let label = Files.text(base.path + "/backup_label"),
      let mark = label.firstRange(of: "(file ")
    else { return nil }
    let name = String(label[mark.upperBound...].prefix { $0 != ")" })
    return isSegment(name) ? name : nil
  }

  // MARK: Retention

  /// Removes what no moment since `limit` needs: older bases but the one from which that moment is
  /// reached, and the log before the oldest that stays.
  func removeOlder(than limit: Timestamp) {
    let needed = base(before: limit)
    for base in allBases {
      guard let needed, base.time < needed.time else { continue }
      Files.remove(base.path)
    }
    for chapter in chapters {
      guard let oldest = bases(of: chapter).first else {
        // Without a base a log is of no use, unless it is the newest, whose base is being made.
        if chapter != chapters.last { Files.remove("\(directory)/\(chapter)") }
        continue
      }
      guard let first = Self.firstSegment(of: oldest) else { continue }
      for name in log(of: chapter) where Self.isSegment(name) && name.prefix(24) < first {
        Files.remove("\(wal(chapter))/\(name)")
      }
    }
  }
}
