import Cryptography
import LocalPostgres
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A backup that is open for reading, from its beginning.
///
/// Standard input is first copied into a file without a name: a backup is checked as a whole before
/// it is used. Everything here may block.
final class BackupFile: @unchecked Sendable {
  let descriptor: Int32
  /// The name for messages.
  let name: String
  let byteCount: Int

  /// The first bytes of a dump in the custom format.
  private static let signature = Array("PGDMP".utf8)
  private static let pieceBytes = 1 << 20

  /// - Parameter path: `-` for standard input.
  init(_ path: String, input: Int32 = 0) throws(CommandError) {
    if path == "-" {
      name = "standard input"
      descriptor = try Self.copy(of: input)
    } else {
      name = path.printable(1_000)
      guard let file = Files.open(path) else {
        throw CommandError(.data, "cannot read the file \(name)", because: Self.reason)
      }
      descriptor = file
    }
    byteCount = Int(lseek(descriptor, 0, SEEK_END))
  }

  deinit { close(descriptor) }

  private static func copy(of input: Int32) throws(CommandError) -> Int32 {
    guard let file = Files.unnamed(in: OwnProcess.temporaryDirectory) else { throw notKept }
    while let piece = Files.read(input, atMost: pieceBytes) {
      if piece.isEmpty { return file }
      guard Files.write(piece, to: file) else { break }
    }
    let error = notKept
    close(file)
    throw error
  }

  private static var notKept: CommandError {
    CommandError(.unavailable, "cannot keep standard input for a look", because: reason)
  }

  private static var reason: String { String(cString: strerror(errno)) }

  /// Reads the whole file, and returns its manifest.
  ///
  /// - Throws: `.data` if it is not a backup, or was changed after it was written.
  func check(_ progress: ProgressLine?) throws(CommandError) -> BackupManifest {
    guard bytes(at: 0, Self.signature.count) == Self.signature else {
      throw CommandError(
        .data, "\(name) is no backup: name a file that `moa backup` has written.")
    }
    let end = byteCount - BackupSeal.byteCount
    guard let seal = BackupSeal(line: bytes(at: end, BackupSeal.byteCount)),
      seal.manifestBytes < end, seal.manifestBytes <= Self.manifestBytesMax
    else {
      throw CommandError(
        .data,
        "\(name) is cut off, or a dump of another program: take a whole copy of one of"
          + " `moa backup`. pg_restore reads dumps of pg_dump.")
    }
    guard digest(of: end, progress) == seal.digest else {
      throw CommandError(
        .data, "\(name) is damaged: its checksum is another. Take another copy, or an older backup."
      )
    }
    let start = end - seal.manifestBytes
    do throws(BackupManifest.Flaw) {
      let manifest = try BackupManifest(line: bytes(at: start, seal.manifestBytes))
      // The line break after the dump does not belong to it.
      guard manifest.dumpBytes == start - 1 else { throw .malformed }
      return manifest
    } catch {
      switch error {
      case .newer(let format):
        throw CommandError(
          .data,
          "\(name) has the format \(format) of a newer moa, and this one knows"
            + " \(BackupManifest.format): use the newer program.")
      case .malformed:
        throw CommandError(.data, "\(name) has no valid list of its content: use an older backup.")
      }
    }
  }

  /// Enough for tens of thousands of tables.
  private static let manifestBytesMax = 16 << 20

  private func bytes(at offset: Int, _ count: Int) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, off_t(offset))
    return Array(bytes.prefix(max(0, read)))
  }

  /// The digest of the first bytes.
  private func digest(of count: Int, _ progress: ProgressLine?) -> String {
    let stream = SHA256.Stream()
    var offset = 0
    while offset < count {
      let piece = bytes(at: offset, min(Self.pieceBytes, count - offset))
      guard !piece.isEmpty else { break }
      stream.update(piece)
      offset += piece.count
      progress?.tell("checking the file (\(offset * 100 / count) %)")
    }
    return Hexadecimal.text(stream.digest)
  }

  /// How much of it was read by the program that was given the descriptor.
  var percentRead: Int {
    let offset = Int(lseek(descriptor, 0, SEEK_CUR))
    return byteCount > 0 ? max(0, offset) * 100 / byteCount : 0
  }

  func rewind() { lseek(descriptor, 0, SEEK_SET) }
}
