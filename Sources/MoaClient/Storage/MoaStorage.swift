public import Foundation

/// Where an app keeps what it knows of a shop: likes, views and the device's token, which must not
/// be lost, and answers of the server, for the next start and for reads without a network.
///
/// Any number of ``Moa`` values may share one storage, also of several processes, such as an app
/// and its extension in the container of their group.
public struct MoaStorage: Sendable {
  let place: StorageDirectory
  let tokens: any DeviceTokenStorage
  let answers: StoredAnswers
  let shopper: ShopperFile

  /// - Parameters:
  ///   - directory: made if it does not exist. Its content must not be lost: not in the caches.
  ///   - tokens: keeps the token; nil keeps it in a file of that directory. On iOS give one that
  ///     uses the keychain: the token is all that is needed to read and change the likes.
  ///   - answerBytesMax: the size of all answers, also when two processes write at once; those that
  ///     were confirmed the longest time ago are removed. 0 keeps none.
  ///   - damaged: receives the place of a file of likes and views that could not be read, and was
  ///     set aside, for a report to the developers. The server still has what it was sent before.
  public init(
    in directory: URL, tokens: (any DeviceTokenStorage)? = nil, answerBytesMax: Int = 50_000_000,
    damaged: (@Sendable (URL) -> Void)? = nil
  ) {
    place = StorageDirectory(at: directory)
    self.tokens =
      tokens ?? FileTokenStorage(at: directory.appendingPathComponent("device-token"))
    answers = StoredAnswers(
      in: StorageDirectory(at: directory.appendingPathComponent("answers", isDirectory: true)),
      bytesMax: answerBytesMax)
    shopper = ShopperFile(in: place, damaged: damaged ?? { _ in })
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

/// Why something was not stored.
public enum MoaStorageError: Error, Sendable {
  /// Another process has held the lock for too long.
  case busy
  /// The file was written by a later version of the app; it stays as it is.
  case laterFormat(Int)
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
  private let place: StorageDirectory
  private let name: String

  /// - Parameter file: made with its directory as soon as there is a token.
  public init(at file: URL) {
    place = StorageDirectory(at: file.deletingLastPathComponent())
    name = file.lastPathComponent
  }

  /// Nil when there is no file.
  public func read() throws -> String? {
    try place.read(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the whole file, or removes it. Others can read it at no moment.
  public func write(_ token: String?) throws {
    place.removeDraftsOfCrashes()
    if let token {
      try place.write(Data(token.utf8), to: name)
    } else {
      try place.remove(name)
    }
  }
}
