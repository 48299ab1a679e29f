import CSandbox

#if os(Linux)
  import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files by their paths, through the system's own calls. A failed call leaves its reason in
/// `errno`.
///
/// Foundation is not used: with its tables for all languages it would be half of the program.
package enum Files {
  /// Nil when it cannot be opened for reading. The caller closes it.
  package static func open(_ path: String) -> Int32? {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }

  /// An empty file without a name, which is gone when it is closed; nil when none can be made.
  package static func unnamed(in directory: String) -> Int32? {
    let descriptor = moa_scratch_file(directory)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Reads a descriptor to its end or up to `limit` bytes; nil when that fails.
  package static func read(_ descriptor: Int32, atMost limit: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit, 65_536))
    while bytes.count < limit {
      let count = systemRead(descriptor, &piece, min(piece.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  package static func contents(_ path: String, atMost limit: Int = .max) -> [UInt8]? {
    guard let descriptor = open(path) else { return nil }
    defer { close(descriptor) }
    return read(descriptor, atMost: limit)
  }

  /// Nil also when it is not UTF-8.
  package static func text(_ path: String) -> String? {
    contents(path).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// False when it could not be written completely.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Replaces the content of a file in one step. All accounts may read it.
  package static func replace(_ path: String, with text: String) -> Bool {
    let unfinished = "\(path).\(getpid())"
    unlink(unfinished)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = systemOpen(unfinished, flags, 0o644)
    guard descriptor >= 0 else { return false }
    let isWritten = write(text.utf8, to: descriptor) && fchmod(descriptor, 0o644) == 0
    guard close(descriptor) == 0, isWritten, rename(unfinished, path) == 0 else {
      let reason = errno
      unlink(unfinished)
      errno = reason
      return false
    }
    return true
  }

  /// Writes the names in a directory to the disk, for example after a file was renamed.
  package static func syncDirectory(_ path: String) -> Bool {
    let descriptor = systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Some file systems cannot do this, and do not need it.
    return fsync(descriptor) == 0 || errno == EINVAL
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The names in a directory; empty when it cannot be read.
  package static func names(in directory: String) -> [String] { allNames(in: directory) ?? [] }

  /// The names in a directory; nil when it cannot be read to its end.
  package static func allNames(in directory: String) -> [String]? {
    guard let stream = opendir(directory) else { return nil }
    var names: [String] = []
    // `readdir` returns nil at the end and on failure: only `errno` tells them apart.
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    let reason = errno
    closedir(stream)
    errno = reason
    return reason == 0 ? names : nil
  }

  /// Makes a directory and all missing ones above it. Other processes may make the same meanwhile.
  package static func makeDirectories(_ path: String) -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    if errno == ENOENT, path != "/", makeDirectories(parent(of: path)), mkdir(path, 0o777) == 0 {
      return true
    }
    let reason = errno
    var status = stat()
    let isThere = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    errno = reason
    return isThere
  }

  /// Removes a file, or a directory with all that is in it. Follows no link.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }

  // MARK: Paths

  static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// The target of a symbolic link; nil when it is no link.
  package static func target(ofLink path: String) -> String? {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &characters, characters.count)
    guard count > 0 else { return nil }
    return String(decoding: characters[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// An absolute path without `.`, `..` and empty parts. Looks at no file.
  package static func absolute(_ path: String, in directory: String = workingDirectory) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : directory + "/" + path).split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  package static func parent(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? (path.hasPrefix("/") ? "/" : ".") : String(path[..<end])
  }

  /// The directory itself, or the nearest one above it that exists.
  package static func nearest(_ directory: String) -> String {
    var path = absolute(directory)
    while path != "/", !exists(path) { path = parent(of: path) }
    return path
  }
}

/// open(2), read(2) and write(2), named apart from the methods.
/// A file without a name, in memory where the system has such files.
package enum NamelessFile {
  /// Its descriptor, or -1 with `errno`.
  package static func open() -> Int32 {
    #if os(Linux)
      return moa_memory_file()
    #else
      // `shm_open` cannot be called from Swift everywhere, because some declare it variadic.
      var template = Array("/tmp/moa.XXXXXX".utf8CString)
      let descriptor = mkstemp(&template)
      if descriptor >= 0 { unlink(template) }
      return descriptor
    #endif
  }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path, flags, mode)
}
private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &bytes, count)
}
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
