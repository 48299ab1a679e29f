import Images
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where an export is written: a file after the other, and none of them under its name before all
/// are whole.
///
/// One task at a time uses it; everything here may block.
protocol ExportFiles: AnyObject, Sendable {
  /// Where it is written until it is whole.
  var part: String { get }
  /// Begins a file; `name` may have one directory.
  func begin(_ name: String) throws(CommandError)
  func write(_ piece: [UInt8]) throws(CommandError)
  func end() throws(CommandError)
  /// Puts all in its place.
  func finish() throws(CommandError)
  /// Removes the incomplete one.
  func abandon()
}

/// A directory with files that only we may read.
final class ExportDirectory: ExportFiles, @unchecked Sendable {
  let part: String
  private let path: String
  private let descriptor: Int32
  private var file: Int32 = -1
  private var name = ""

  /// - Throws: `.usage` if there is something already.
  init(_ path: String) throws(CommandError) {
    self.path = path
    part = PartFile.part(of: path)
    var status = stat()
    let isThere = lstat(path, &status) == 0
    guard !isThere || Files.allNames(in: path)?.isEmpty == true else {
      throw CommandError(
        .usage,
        "\(path.printable(1_000)) is there already: name a new directory, or a file that ends in"
          + " .zip.")
    }
    guard mkdir(part, 0o700) == 0 || errno == EEXIST else { throw PartFile.cannot("make", part) }
    descriptor = open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw PartFile.cannot("make", part) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
      status.st_uid == geteuid(), fchmod(descriptor, 0o700) == 0
    else {
      close(descriptor)
      throw CommandError(
        .unavailable,
        "\(part.printable(1_000)) is in use: wait for the other command, or choose another name.")
    }
    // The rest of an attempt that was killed.
    for name in Files.names(in: part) { Files.remove("\(part)/\(name)") }
  }

  deinit {
    if file >= 0 { close(file) }
    close(descriptor)
  }

  func begin(_ name: String) throws(CommandError) {
    self.name = name
    let path = "\(part)/\(name)"
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file < 0, errno == ENOENT, mkdir(Files.parent(of: path), 0o700) == 0 {
      file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard file >= 0 else { throw PartFile.cannot("make", path) }
  }

  func write(_ piece: [UInt8]) throws(CommandError) {
    guard Files.write(piece, to: file) else { throw PartFile.cannot("write", "\(part)/\(name)") }
  }

  func end() throws(CommandError) {
    defer { file = -1 }
    guard close(file) == 0 else { throw PartFile.cannot("write", "\(part)/\(name)") }
  }

  func finish() throws(CommandError) {
    // Once for a hundred thousand pictures, instead of waiting for the disk at each.
    sync()
    guard rename(part, path) == 0 else { throw PartFile.cannot("rename", part) }
    guard Files.syncDirectory(Files.parent(of: path)) else {
      throw PartFile.cannot("write the directory of", path)
    }
  }

  func abandon() { Files.remove(part) }
}

/// A zip file whose entries are stored, not compressed: pictures are compressed already, the same
/// shop gives the same bytes whatever library a machine has, and any tool opens it. So it is
/// written here, and by no library.
///
/// Every entry has 64-bit sizes, because a shop may have more than 4 GB or 65,535 pictures.
/// Source: PKWARE APPNOTE 6.3.10, §4.3 to 4.5.
final class ExportZip: ExportFiles, @unchecked Sendable {
  private struct Entry {
    let name: String
    let offset: Int
    var sum = 0
    var count = 0

    /// The fields that both headers have.
    var fields: [UInt8] {
      // Version 4.5; the name is UTF-8; stored; 1 January 1980.
      let start = [0x2D, 0, 0, 0x08, 0, 0, 0, 0, 0x21, 0] as [UInt8]
      return start + sum.littleEndian(4) + [UInt8](repeating: 0xFF, count: 8)
        + name.utf8.count.littleEndian(2)
    }

    var header: [UInt8] {
      [0x50, 0x4B, 3, 4] + fields + 20.littleEndian(2) + name.utf8 + [1, 0, 16, 0]
        + count.littleEndian(8) + count.littleEndian(8)
    }

    /// Its line in the directory at the end; only its owner may read the file.
    var directoryHeader: [UInt8] {
      [0x50, 0x4B, 1, 2, 0x2D, 3] + fields + 28.littleEndian(2) + [
        0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x81,
      ]
        + [0xFF, 0xFF, 0xFF, 0xFF] + name.utf8 + [1, 0, 24, 0] + count.littleEndian(8)
        + count.littleEndian(8) + offset.littleEndian(8)
    }
  }

  let part: String
  private let file: PartFile
  private var entries: [Entry] = []

  init(_ path: String) throws(CommandError) {
    file = try PartFile(path)
    part = PartFile.part(of: path)
  }

  func begin(_ name: String) throws(CommandError) {
    let entry = Entry(name: name, offset: file.count)
    entries.append(entry)
    try file.write(entry.header)
  }

  func write(_ piece: [UInt8]) throws(CommandError) {
    entries[entries.count - 1].count += piece.count
    entries[entries.count - 1].sum = CRC32.of(piece[...], after: entries[entries.count - 1].sum)
    try file.write(piece)
  }

  func end() throws(CommandError) {
    guard let entry = entries.last else { return }
    try file.rewrite(entry.header, at: entry.offset)
  }

  func finish() throws(CommandError) {
    let start = file.count
    for entry in entries { try file.write(entry.directoryHeader) }
    let (end, count) = (file.count, entries.count.littleEndian(8))
    let long =
      [0x50, 0x4B, 6, 6] + 44.littleEndian(8) + [0x2D, 3, 0x2D, 0] + [UInt8](repeating: 0, count: 8)
      + count + count + (end - start).littleEndian(8) + start.littleEndian(8)
    let locator = [0x50, 0x4B, 6, 7] + 0.littleEndian(4) + end.littleEndian(8) + 1.littleEndian(4)
    // The numbers are in the 64-bit record.
    let short =
      [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 12) + [0, 0] as [UInt8]
    try file.write(long + locator + short)
    try file.finish()
  }

  func abandon() { file.abandon() }
}

extension Int {
  fileprivate func littleEndian(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
