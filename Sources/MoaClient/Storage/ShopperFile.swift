import Foundation

/// The file of a shopper's state, which several values and processes may change.
///
/// Each change reads what the one before wrote, under the lock of the directory.
final class ShopperFile: @unchecked Sendable {
  // Unchecked: the lock guards what was read last.
  static let name = "shopper.json"
  /// Begins the name of a file that could not be read; a later one of its name replaces it.
  static let damagedPrefix = "damaged-"
  /// Increases when a member changes its meaning. Format 1 was two files.
  static let format = 2

  private let place: StorageDirectory
  private let damaged: @Sendable (URL) -> Void
  private let lock = NSLock()
  private var last: (content: Data, state: ShopperState)?

  init(in place: StorageDirectory, damaged: @escaping @Sendable (URL) -> Void) {
    self.place = place
    self.damaged = damaged
  }

  private struct Content: Codable {
    let format: Int
    let state: ShopperState
  }

  private struct Header: Decodable {
    let format: Int
  }

  /// The state now.
  ///
  /// - Throws: when the file exists and cannot be read now, or is of a later version.
  func read() throws -> ShopperState {
    if let data = try place.read(Self.name) {
      if let state = try decoded(data) { return state }
    } else if !place.has(Self.formerKnown), !place.has(Self.formerOutbox) {
      return ShopperState()
    }
    return try changing { $0 }
  }

  /// Changes the state; nothing is changed if it cannot be written.
  func change(_ body: (inout ShopperState) throws -> Void) throws {
    _ = try changing { state in
      var state = state
      try body(&state)
      return state
    }
  }

  /// - Returns: the state afterwards.
  private func changing(_ body: (ShopperState) throws -> ShopperState) throws -> ShopperState {
    try place.locked {
      let before = try current()
      let after = try body(before)
      guard after != before else { return before }
      place.removeDraftsOfCrashes()
      try write(after)
      return after
    }
  }

  private func current() throws -> ShopperState {
    guard let data = try place.read(Self.name) else { return try migrated() }
    if let state = try decoded(data) { return state }
    try setAside(Self.name)
    return ShopperState()
  }

  /// Nil when the content is no state.
  private func decoded(_ data: Data) throws -> ShopperState? {
    if let state = lock.withLock({ last?.content == data ? last?.state : nil }) { return state }
    let decoder = JSONDecoder()
    guard let format = try? decoder.decode(Header.self, from: data).format else { return nil }
    guard format <= Self.format else { throw MoaStorageError.laterFormat(format) }
    guard let state = try? decoder.decode(Content.self, from: data).state else { return nil }
    lock.withLock { last = (data, state) }
    return state
  }

  private func write(_ state: ShopperState) throws {
    let data = try JSONEncoder().encode(Content(format: Self.format, state: state))
    try place.write(data, to: Self.name)
    lock.withLock { last = (data, state) }
  }

  private func setAside(_ name: String) throws {
    try place.move(name, to: Self.damagedPrefix + name)
    damaged(place.file(Self.damagedPrefix + name))
  }

  // MARK: Format 1

  static let formerKnown = "likes.json"
  static let formerOutbox = "outbox.json"

  /// The state of the two files that earlier versions wrote.
  private func migrated() throws -> ShopperState {
    let known: ShopperState.Known? = try former(Self.formerKnown)
    let waiting: [PendingLike]? = try former(Self.formerOutbox)
    guard known != nil || waiting != nil else { return ShopperState() }
    let state = ShopperState(known: known ?? ShopperState.Known(), waiting: waiting ?? [])
    try write(state)
    for name in [Self.formerKnown, Self.formerOutbox] { try place.remove(name) }
    return state
  }

  private func former<Value: Decodable>(_ name: String) throws -> Value? {
    guard let data = try place.read(name) else { return nil }
    if let value = try? JSONDecoder().decode(Value.self, from: data) { return value }
    try setAside(name)
    return nil
  }
}
