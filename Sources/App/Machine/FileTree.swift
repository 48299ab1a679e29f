#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Directories with all that is in them. What fails throws the path with the system's reason.
enum FileTree {
  struct Trouble: Error, CustomStringConvertible {
    let path: String
    let reason: String

    init(_ path: String) { self.init(path, String(cString: strerror(errno))) }

    init(_ path: String, _ reason: String) {
      self.path = path
      self.reason = reason
    }

    var description: String { "\(path): \(reason)" }
  }

  /// What is in a directory: a part of it is never taken for all.
  static func names(in directory: String) throws(Trouble) -> [String] {
    guard let names = Files.allNames(in: directory) else { throw Trouble(directory) }
    return names
  }

  /// Copies files and directories, of which nobody else may read anything, to the disk. What is no
  /// file and no directory is left out.
  static func copy(_ source: String, to target: String) throws(Trouble) {
    guard mkdir(target, 0o700) == 0 || errno == EEXIST else { throw Trouble(target) }
    for name in try names(in: source) {
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      var status = stat()
      guard lstat(from, &status) == 0 else { throw Trouble(from) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try copy(from, to: to)
      case S_IFREG: try copyFile(from, to: to)
      default: continue
      }
    }
    guard Files.syncDirectory(target) else { throw Trouble(target) }
  }

  /// Copies one file to the disk.
  static func copyFile(_ source: String, to target: String) throws(Trouble) {
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
    guard fsync(output) == 0 else { throw Trouble(target) }
  }

  /// Gives all of it to an account, a directory after what is in it: before that the account cannot
  /// put a link in a place that is still to be given. Follows no link.
  static func give(_ path: String, to account: LocalPostgresAccount) throws(Trouble) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Trouble(path) }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in try names(in: path) { try give("\(path)/\(name)", to: account) }
    }
    guard account.takeOver(path) else { throw Trouble(path) }
  }

  /// Makes a directory for us alone, unless it is there.
  static func makeClosed(_ path: String) throws(Trouble) {
    guard Files.makeDirectories(Files.parent(of: path)) else { throw Trouble(path) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Trouble(path) }
  }
}
