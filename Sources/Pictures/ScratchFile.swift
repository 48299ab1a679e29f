import CSandbox
import UseCases

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file without a name, for data too large for memory: it disappears with its last open
/// descriptor, however its process ends, so nothing has to be cleaned up.
///
/// Everything here may block on a disk.
final class ScratchFile: Sendable {
  /// Why a file cannot be used: a full disk, or a missing directory.
  struct Trouble: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// A person has to make room, which takes longer than something that recovers by itself.
    var failure: Failure {
      [ENOSPC, EDQUOT].contains(code)
        ? .diskFull(retryAfterSeconds: 30) : .unavailable(retryAfterSeconds: 30)
    }
  }

  private static let growth = off_t(1 << 20)

  /// Open for reading and writing; its user keeps the file meanwhile.
  let descriptor: Int32

  init(in directory: String) throws(Trouble) {
    descriptor = moa_scratch_file(directory)
    guard descriptor >= 0 else { throw Trouble(call: "a file in \(directory)", code: errno) }
  }

  /// A file that holds these bytes.
  convenience init(_ bytes: [UInt8], in directory: String) throws(Trouble) {
    try self.init(in: directory)
    try append(bytes)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws(Trouble) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Trouble(call: "write", code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// The whole content, at most `limit` bytes.
  func contents(upTo limit: Int) throws(Trouble) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { space, filled in
      while filled < limit {
        let place = UnsafeMutableRawPointer(space.baseAddress)?.advanced(by: filled)
        let count = pread(descriptor, place, limit - filled, off_t(filled))
        if count < 0, errno == EINTR { continue }
        if count < 0 { code = errno }
        guard count > 0 else { return }
        filled += count
      }
    }
    guard code == 0 else { throw Trouble(call: "pread", code: code) }
    return bytes
  }

  /// The reason why it cannot grow; nil when it can grow by as much as a picture needs.
  var trouble: Trouble? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return Trouble(call: "fstat", code: errno) }
    #if os(Linux)
      let code = posix_fallocate(descriptor, status.st_size, Self.growth)
      // Some file systems cannot do this.
      if code == ENOSPC || code == EDQUOT { return Trouble(call: "write", code: code) }
    #endif
    return nil
  }

  /// A descriptor that reads from the beginning and, on Linux, cannot write. The caller closes it.
  func openForReading() throws(Trouble) -> Int32 {
    let again = moa_reopen_for_reading(descriptor)
    guard again >= 0 else { throw Trouble(call: "open again", code: errno) }
    return again
  }
}
