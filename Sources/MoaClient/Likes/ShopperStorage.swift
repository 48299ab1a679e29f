public import Foundation

/// Where an app keeps the likes of this device, and the device's token.
public struct ShopperStorage: Sendable {
  let directory: URL
  let tokens: any DeviceTokenStorage

  /// - Parameters:
  ///   - directory: made if it does not exist. Its content must not be lost: not in the caches.
  ///   - tokens: keeps the token; nil keeps it in a file of that directory. On iOS give one that
  ///     uses the keychain: the token is all that is needed to read and change the likes.
  public init(in directory: URL, tokens: (any DeviceTokenStorage)? = nil) {
    self.directory = directory
    self.tokens =
      tokens ?? FileTokenStorage(at: directory.appendingPathComponent("device-token"))
  }

  /// A directory in the app's data; each server has its own, by host and port, so that no server
  /// receives the token of another.
  public init(for server: URL) {
    let host = server.host?.lowercased() ?? ""
    let port = server.port ?? (server.scheme?.lowercased() == "http" ? 80 : 443)
    let name = host.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
    self.init(named: "moa-shopper-\(name)-\(port)")
  }

  /// Characters that names of directories may have on all systems.
  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789.-")

  /// A directory of this name in the app's data: use another name for each server.
  public init(named name: String) {
    let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    self.init(
      in: (data.first ?? FileManager.default.temporaryDirectory)
        .appendingPathComponent(name, isDirectory: true))
  }
}

/// Keeps the token of the device.
public protocol DeviceTokenStorage: Sendable {
  /// Nil when none was kept.
  func read() throws -> String?

  /// Stores a token in place of the former one; nil forgets it.
  func write(_ token: String?) throws
}

/// Keeps the token in a file that only the app may read.
public struct FileTokenStorage: DeviceTokenStorage {
  private let file: URL

  /// - Parameter file: made with its directory as soon as there is a token.
  public init(at file: URL) {
    self.file = file
  }

  /// Nil when there is no file.
  public func read() throws -> String? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// Writes the whole file, or removes it. Others can read it at no moment.
  public func write(_ token: String?) throws {
    guard let token else {
      if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
      return
    }
    let directory = file.deletingLastPathComponent()
    try FileManager.default.createPrivateDirectory(at: directory)
    removeDraftsOfCrashes(in: directory)
    let draft = directory.appendingPathComponent(draftPrefix + UUID().uuidString)
    do {
      try Self.write(Data(token.utf8), toNew: draft)
      guard rename(draft.path, file.path) == 0 else { throw Self.lastError }
    } catch {
      try? FileManager.default.removeItem(at: draft)
      throw error
    }
  }

  private var draftPrefix: String { ".\(file.lastPathComponent)-" }

  /// A draft that is a minute old was left by a crash, and holds a token.
  private func removeDraftsOfCrashes(in directory: URL) {
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: [.contentModificationDateKey])
    for draft in files ?? [] where draft.lastPathComponent.hasPrefix(draftPrefix) {
      let values = try? draft.resourceValues(forKeys: [.contentModificationDateKey])
      guard let written = values?.contentModificationDate, written.timeIntervalSinceNow < -60 else {
        continue
      }
      try? FileManager.default.removeItem(at: draft)
    }
  }

  /// Foundation writes first and restricts the permissions afterwards.
  private static func write(_ content: Data, toNew file: URL) throws {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw lastError }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: content)
    try handle.synchronize()
    try handle.close()
  }

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension FileManager {
  /// Makes a directory that only the app may read; an existing one stays as it is.
  func createPrivateDirectory(at directory: URL) throws {
    try createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
