import Foundation

/// A directory whose files are written completely or not at all, and that only the app may read.
///
/// Several values, also of several processes, may be of the same directory: one at a time holds the
/// lock.
struct StorageDirectory: Sendable {
  let url: URL
  /// How long the lock is waited for, in milliseconds; it is held for the time of one write.
  private let lockWaitMax: Int

  init(at url: URL, lockWaitMax: Int = 5_000) {
    self.url = url
    self.lockWaitMax = lockWaitMax
  }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name).path) }

  /// Does something while no one else does.
  ///
  /// - Throws: ``MoaStorageError/busy``, or the reason why the lock cannot be opened.
  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    try make()
    let lock = open(file("lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.lastError }
    defer { close(lock) }
    for _ in 0..<lockWaitMax {
      // The end of a process releases its locks.
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Self.lastError }
      usleep(1_000)
    }
    throw MoaStorageError.busy
  }

  /// Nil when there is no such file.
  ///
  /// - Throws: when a file exists and cannot be read now, as on a phone that has not been unlocked
  ///   since it was started: its content must not be overwritten.
  func read(_ name: String) throws -> Data? {
    do {
      return try Data(contentsOf: file(name))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  /// Writes a draft, and puts it in the place of the file.
  ///
  /// Foundation restricts the permissions after it has written, and does not wait for the disk.
  ///
  /// - Parameter isDurable: whether the content is on the disk before it replaces the former one.
  func write(_ content: Data, to name: String, isDurable: Bool = true) throws {
    try make()
    let draft = file(".\(name)-\(UUID().uuidString)")
    do {
      try Self.write(content, toNew: draft, isDurable)
      guard rename(draft.path, file(name).path) == 0 else { throw Self.lastError }
    } catch {
      try? FileManager.default.removeItem(at: draft)
      throw error
    }
  }

  /// Removes a file, if it exists.
  func remove(_ name: String) throws {
    guard unlink(file(name).path) == 0 || errno == ENOENT else { throw Self.lastError }
  }

  /// Gives a file another name, in place of a file that has it.
  func move(_ name: String, to other: String) throws {
    guard rename(file(name).path, file(other).path) == 0 else { throw Self.lastError }
  }

  private func make() throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// When a file was written or touched; nil if there is none.
  func written(_ name: String) -> Date? {
    let values = try? FileManager.default.attributesOfItem(atPath: file(name).path)
    return values?[.modificationDate] as? Date
  }

  /// Gives a file the present time.
  ///
  /// - Returns: whether there is one.
  func touch(_ name: String) -> Bool { utimes(file(name).path, nil) == 0 }

  /// The files, with their sizes and the times at which they were written; none without the
  /// directory.
  func files() -> [StoredFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.compactMap { name in
      let values = try? FileManager.default.attributesOfItem(atPath: file(name).path)
      guard let bytes = values?[.size] as? Int, let written = values?[.modificationDate] as? Date
      else { return nil }
      return StoredFile(name: name, bytes: bytes, written: written)
    }
  }

  /// For what can be loaded again; other systems than Apple's have no such mark.
  func excludeFromBackups() {
    #if canImport(Darwin)
      try? make()
      var (values, directory) = (URLResourceValues(), self.url)
      values.isExcludedFromBackup = true
      try? directory.setResourceValues(values)
    #endif
  }

  /// A draft that is a minute old was left by a crash, and may hold a token.
  func removeDraftsOfCrashes() {
    for file in files() where file.name.hasPrefix(".") && file.written.timeIntervalSinceNow < -60 {
      try? remove(file.name)
    }
  }

  private static func write(_ content: Data, toNew file: URL, _ isDurable: Bool) throws {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw lastError }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: content)
    if isDurable { try handle.synchronize() }
    try handle.close()
  }

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// A file of a directory.
struct StoredFile: Sendable {
  let name: String
  let bytes: Int
  let written: Date
}
