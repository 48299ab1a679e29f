import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The right to use a data directory, for as long as the process holds it.
///
/// The system gives a lock back when its process ends, however it ends, so there is no stale lock
/// to clean up after kill -9.
final class DataDirectoryLock: Sendable {
  private let descriptor: Int32

  /// Makes the directory when it is missing, and takes the lock.
  ///
  /// - Throws: `.unavailable` when another process holds it, or the directory cannot be used.
  init(_ directory: String) throws(CommandError) {
    guard Files.makeDirectories(directory) else {
      throw CommandError(
        .unavailable,
        "cannot make the data directory \(directory): choose another with --data-dir.")
    }
    let path = directory + "/moa.lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw CommandError(
        .unavailable,
        "cannot write in the data directory \(directory): \(String(cString: strerror(errno))).")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(file) }
      throw CommandError(
        .unavailable,
        "another moa (process \(Self.owner(of: file))) is using the data directory \(directory):"
          + " stop it, or give this one its own --data-dir.")
    }
    descriptor = file
    Self.sign(file)
  }

  deinit { close(descriptor) }

  /// Leaves the number of our process, for the sentence that the next one prints.
  private static func sign(_ file: Int32) {
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(file, 0)
    _ = pwrite(file, text, text.count, 0)
  }

  private static func owner(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(file, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
  }
}
