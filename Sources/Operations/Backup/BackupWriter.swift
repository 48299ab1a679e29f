import Cryptography
import LocalPostgres
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a backup as it comes, and gives it its name when it is whole and on the disk.
///
/// One task at a time uses it; everything here may block.
final class BackupWriter: @unchecked Sendable {
  private let file: PartFile
  private let digest = SHA256.Stream()
  /// Bytes of the dump so far.
  private(set) var bytes = 0

  /// - Parameter path: `-` for standard output.
  /// - Throws: `.output` if no file can be made there, `.usage` if there is something other than a
  ///   file.
  init(_ path: String) throws(CommandError) {
    file = try PartFile(path)
  }

  /// Adds a piece of the dump.
  func take(_ piece: [UInt8]) throws(CommandError) {
    bytes += piece.count
    try write(piece)
  }

  private func write(_ piece: [UInt8]) throws(CommandError) {
    digest.update(piece)
    try file.write(piece)
  }

  /// Ends it, and puts it in its place; the result is the digest of all but the last line.
  func finish(_ manifest: BackupManifest) throws(CommandError) -> String {
    let line = manifest.line
    try write([0x0A])
    try write(line)
    let seal = BackupSeal(manifestBytes: line.count, digest: Hexadecimal.text(digest.digest))
    try write(seal.line)
    try file.finish()
    return seal.digest
  }

  /// Removes the incomplete file.
  func abandon() { file.abandon() }
}

/// A file that only we may read, because it contains keys. It gets its name when it is whole and on
/// the disk.
///
/// One task at a time uses it; everything here may block.
final class PartFile: @unchecked Sendable {
  private let descriptor: Int32
  /// Nil for standard output.
  private let path: String?
  /// Bytes so far.
  private(set) var count = 0

  /// - Parameter path: `-` for standard output.
  /// - Throws: `.output` if no file can be made there, `.usage` if there is something other than a
  ///   file.
  init(_ path: String) throws(CommandError) {
    guard path != "-" else {
      guard isatty(1) == 0 else {
        throw CommandError(
          .usage, "standard output is a terminal: name a file, or lead it to another program.")
      }
      (descriptor, self.path) = (1, nil)
      return
    }
    try Self.requireFile(path)
    descriptor = try Self.make(Self.part(of: path))
    self.path = path
  }

  deinit { if path != nil { close(descriptor) } }

  /// Where it is written until it is whole.
  static func part(of path: String) -> String { path + ".part" }

  /// A device or a directory is a mistake: it would be replaced.
  private static func requireFile(_ path: String) throws(CommandError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw CommandError(
      .usage, "\(path.printable(1_000)) is no file: name one, or write - for standard output.")
  }

  /// The rest of an earlier attempt is overwritten.
  private static func make(_ part: String) throws(CommandError) -> Int32 {
    let file = open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw cannot("make", part) }
    var ours = stat()
    var named = stat()
    // Another process may have renamed it between our opening and locking it.
    let isFree =
      flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &ours) == 0 && stat(part, &named) == 0
      && ours.st_ino == named.st_ino
    guard isFree, ours.st_uid == geteuid(), ours.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw CommandError(
        .unavailable,
        "\(part.printable(1_000)) is in use: wait for the other command, or choose another name.")
    }
    guard fchmod(file, 0o600) == 0, ftruncate(file, 0) == 0 else {
      close(file)
      throw cannot("write", part)
    }
    return file
  }

  static func cannot(_ verb: String, _ path: String) -> CommandError {
    CommandError(
      .output, "cannot \(verb) \(path.printable(1_000))", because: String(cString: strerror(errno)))
  }

  func write(_ piece: [UInt8]) throws(CommandError) {
    guard Files.write(piece, to: descriptor) else {
      throw Self.cannot("write", path.map(Self.part) ?? "standard output")
    }
    count += piece.count
  }

  /// Replaces bytes that were written before; not on standard output.
  func rewrite(_ piece: [UInt8], at offset: Int) throws(CommandError) {
    guard pwrite(descriptor, piece, piece.count, off_t(offset)) == piece.count else {
      throw Self.cannot("write", path.map(Self.part) ?? "standard output")
    }
  }

  /// Puts it in its place.
  func finish() throws(CommandError) {
    guard let path else { return }
    let part = Self.part(of: path)
    guard fsync(descriptor) == 0 else { throw Self.cannot("write", part) }
    guard rename(part, path) == 0 else { throw Self.cannot("rename", part) }
    guard Files.syncDirectory(Files.parent(of: path)) else {
      throw Self.cannot("write the directory of", path)
    }
  }

  /// Removes the incomplete file.
  func abandon() {
    if let path { unlink(Self.part(of: path)) }
  }
}
