public import Foundation

/// Where an app keeps what somebody likes on this device, and the token that stands for the device.
public struct ShopperStorage: Sendable {
  let directory: URL
  let tokens: any DeviceTokenStorage

  /// - Parameters:
  ///   - directory: made when it is not there. What is in it must not be lost: not among caches.
  ///   - tokens: keeps the token; nil keeps it in a file of that directory. On iOS give one that
  ///     uses the keychain: the token is all that is needed to read and change the likes.
  public init(in directory: URL, tokens: (any DeviceTokenStorage)? = nil) {
    self.directory = directory
    self.tokens =
      tokens ?? FileTokenStorage(at: directory.appendingPathComponent("device-token"))
  }

  /// A directory of this name among the data of the app.
  public init(named name: String = "moa-shopper") {
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

  /// Keeps a token in the place of the one before; nil forgets it.
  func write(_ token: String?) throws
}

/// Keeps the token in a file that only the app may read.
public struct FileTokenStorage: DeviceTokenStorage {
  private let file: URL

  /// - Parameter file: made with its directory when there is a token.
  public init(at file: URL) {
    self.file = file
  }

  /// Nil when there is no file.
  public func read() throws -> String? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// Writes the file whole, or removes it.
  public func write(_ token: String?) throws {
    guard let token else {
      if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
      return
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(token.utf8).write(to: file, options: .atomic)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: file.path)
  }
}
