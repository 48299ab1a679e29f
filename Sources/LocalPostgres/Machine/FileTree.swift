#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Directories with everything in them. Errors carry the path and the system's reason.
package enum FileTree {
  package struct Trouble: Error, CustomStringConvertible {
    let path: String
    let reason: String

    package init(_ path: String) { self.init(path, String(cString: strerror(errno))) }

    package init(_ path: String, _ reason: String) {
      self.path = path
      self.reason = reason
    }

    package var description: String { "\(path): \(reason)" }
  }

  /// The names in a directory, all of them or an error.
  package static func names(in directory: String) throws(Trouble) -> [String] {
    guard let names = Files.allNames(in: directory) else { throw Trouble(directory) }
    return names
  }

  /// Copies files and directories to the disk, readable only by us. Other file types are skipped.
  ///
  /// Everything is written first, and the disk is waited for once: file by file, thousands of small
  /// files would wait thousands of times.
  package static func copy(_ source: String, to target: String) throws(Trouble) {
    try write(source, to: target)
    try sync(target)
  }

  private static func write(_ source: String, to target: String) throws(Trouble) {
    guard mkdir(target, 0o700) == 0 || errno == EEXIST else { throw Trouble(target) }
    for name in try names(in: source) {
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      switch try kind(of: from) {
      case S_IFDIR: try write(from, to: to)
      case S_IFREG: try writeFile(from, to: to)
      default: continue
      }
    }
  }

  private static func sync(_ directory: String) throws(Trouble) {
    for name in try names(in: directory) {
      let path = "\(directory)/\(name)"
      switch try kind(of: path) {
      case S_IFDIR: try sync(path)
      case S_IFREG: try syncFile(path)
      default: continue
      }
    }
    guard Files.syncDirectory(directory) else { throw Trouble(directory) }
  }

  private static func kind(of path: String) throws(Trouble) -> mode_t {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Trouble(path) }
    return status.st_mode & S_IFMT
  }

  /// Copies one file to the disk.
  package static func copyFile(_ source: String, to target: String) throws(Trouble) {
    try writeFile(source, to: target)
    try syncFile(target)
  }

  private static func writeFile(_ source: String, to target: String) throws(Trouble) {
    guard let input = Files.open(source) else { throw Trouble(source) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw Trouble(target) }
    defer { close(output) }
    while true {
      guard let piece = Files.read(input, atMost: 1 << 20) else { throw Trouble(source) }
      if piece.isEmpty { break }
      guard Files.write(piece, to: output) else { throw Trouble(target) }
    }
  }

  private static func syncFile(_ path: String) throws(Trouble) {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw Trouble(path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw Trouble(path) }
  }

  /// Gives everything to an account, a directory after its content: before that the account cannot
  /// put a link where a file is still to be given away. Follows no link.
  package static func give(_ path: String, to account: LocalPostgresAccount) throws(Trouble) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Trouble(path) }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in try names(in: path) { try give("\(path)/\(name)", to: account) }
    }
    guard account.takeOver(path) else { throw Trouble(path) }
  }

  /// Makes a directory that only we may read, unless it exists.
  package static func makeClosed(_ path: String) throws(Trouble) {
    guard Files.makeDirectories(Files.parent(of: path)) else { throw Trouble(path) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Trouble(path) }
  }
}
