import LocalPostgres
import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file with one secret on its only line.
enum SecretFile {
  /// Reads it without the line's end; at most one byte more than `bytesMax`.
  ///
  /// Only root and we may be able to write it, or another account could choose the secret. Others
  /// should not be able to read it either, but containers mount secrets with mode 0444: that is a
  /// doubt and no error. Our group may read a file of root, which is how systemd passes secrets to
  /// an account.
  /// - Parameter doubt: called with a problem of a file that is read anyway.
  /// - Throws: `.configuration`.
  ///
  /// Source: OWASP ASVS 5.0.0 13.3.1; Docker and Kubernetes documentation of secrets.
  static func read(
    _ path: String, for setting: Setting, bytesMax: Int, doubt: (String) -> Void
  ) throws(CommandError) -> String {
    let name = "\(setting.name): the file \(path.printable(1_000))"
    guard let file = Files.open(path) else {
      throw CommandError(.configuration, "\(name) cannot be read.")
    }
    defer { close(file) }
    try requireOurs(file, called: name, doubt: doubt)
    // One byte more than any secret has, and its line end.
    guard let bytes = Files.read(file, atMost: bytesMax + 2) else {
      throw CommandError(.configuration, "\(name) cannot be read.")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Refuses a file that others may write, and doubts one that others may read.
  static func requireOurs(
    _ descriptor: Int32, called name: String, doubt: (String) -> Void
  ) throws(CommandError) {
    switch access(to: descriptor) {
    case .ours: break
    case .readable: doubt("\(name) can be read by other accounts: chmod 0400, if you can.")
    case .writable:
      throw CommandError(
        .configuration, "\(name) can be written by other accounts: chmod 0400, and chown.")
    }
  }

  /// The access of accounts other than root and ours.
  private enum Access { case ours, readable, writable }

  /// A pipe has no readers besides those who were given it.
  private static func access(to descriptor: Int32) -> Access {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .writable }
    guard status.st_mode & S_IFMT == S_IFREG else { return .ours }
    guard status.st_uid == 0 || status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      return .writable
    }
    let others: mode_t = status.st_uid == 0 ? 0o004 : 0o044
    return status.st_mode & others == 0 ? .ours : .readable
  }
}
