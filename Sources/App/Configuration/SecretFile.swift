import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file with one secret on its only line.
enum SecretFile {
  /// Reads it without the line's end; at most one octet more than `octetsMax`.
  ///
  /// What others may read is a secret no more, so a file with such a mode is refused, and one of
  /// somebody else's, who may write another one into it. One of root's may be read by our group:
  /// that is how orchestrators hand secrets to a program without rights.
  /// - Throws: `.configuration`.
  ///
  /// Source: OWASP ASVS 5.0.0 13.3.1; the rule is PostgreSQL's own for `ssl_key_file`.
  static func read(
    _ path: String, for setting: Setting, octetsMax: Int
  ) throws(Refusal) -> String {
    let name = "\(setting.name): the file \(path.printable(1_000))"
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Refusal(.configuration, "\(name) cannot be read.")
    }
    defer { try? file.close() }
    guard isPrivate(file.fileDescriptor) else {
      throw Refusal(.configuration, "\(name) can be read by others: chmod 0400, and chown.")
    }
    // One octet more than any secret has, and its line end.
    guard let data = try? file.read(upToCount: octetsMax + 2) else {
      throw Refusal(.configuration, "\(name) cannot be read.")
    }
    let text = String(decoding: data, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// A pipe has no readers besides those who were given it.
  private static func isPrivate(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFREG else { return true }
    guard status.st_uid == 0 || status.st_uid == geteuid() else { return false }
    let others: mode_t = status.st_uid == 0 ? 0o037 : 0o077
    return status.st_mode & others == 0
  }
}
