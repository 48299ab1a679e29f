import Foundation
import ViewData

/// The likes that a device knows of, and its own operations that the server has not confirmed.
///
/// Two files: operations are written at every tap, the known likes only when the server reported
/// some.
struct LikeMemory: Sendable {
  /// Products that wait for the server; more than a person taps offline.
  static let pendingMax = 10_000
  /// How long a product that was unliked elsewhere is remembered, in microseconds: longer than
  /// clocks may differ.
  private static let unlikedKept: Int64 = 600_000_000

  private(set) var known = Known()
  /// By product: a later tap replaces an earlier one.
  private(set) var pending: [Int64: PendingLike] = [:]
  private let directory: URL

  /// The server's last report.
  struct Known: Codable, Sendable {
    var since: Int64 = 0
    /// The device that received it: the end of its token. Another device starts anew.
    var device: String?
    var changes: [Int64: LikeChange] = [:]
  }

  /// Reads both files; one that is missing or holds something else counts as empty.
  ///
  /// - Throws: when a file exists and cannot be read now, as on a phone that has not been unlocked
  ///   since it was started: its content must not be overwritten.
  init(in directory: URL) throws {
    self.directory = directory
    known = try Self.read(directory.appendingPathComponent(Self.knownFile)) ?? Known()
    let waiting: [PendingLike] =
      try Self.read(directory.appendingPathComponent(Self.outboxFile)) ?? []
    // The server refuses a whole request that contains an id that no product can have.
    for operation in waiting where Self.isID(operation.productID) {
      pending[operation.productID] = operation
    }
  }

  private static func isID(_ product: Int64) -> Bool { product > 0 }

  static let knownFile = "likes.json"
  static let outboxFile = "outbox.json"

  func isLiked(_ product: Int64) -> Bool {
    pending[product]?.isLiked ?? known.changes[product]?.isLiked ?? false
  }

  /// All liked products.
  var liked: Set<Int64> {
    let products = Set(pending.keys).union(known.changes.keys)
    return products.filter(isLiked)
  }

  // MARK: Changing

  /// Records a tap, on the disk too.
  ///
  /// - Parameter now: microseconds since 1970, by the clock of the device.
  mutating func tap(_ product: Int64, _ isLiked: Bool, now: Int64) throws {
    guard Self.isID(product) else { throw LikeError.unusableID }
    guard pending.count < Self.pendingMax || pending[product] != nil else {
      throw LikeError.outboxFull
    }
    let before = pending
    pending[product] = operation(product, isLiked, now: now)
    do {
      try saveOutbox()
    } catch {
      pending = before
      throw error
    }
  }

  /// Later than anything known about the product: the tap is the user's latest wish, even when the
  /// clock of another device is ahead.
  private func operation(_ product: Int64, _ isLiked: Bool, now: Int64) -> PendingLike {
    let own = (pending[product]?.at).flatMap(LikeTime.microseconds)
    // The server tells whole seconds, rounded down.
    let told = (known.changes[product]?.at).flatMap(LikeTime.microseconds)
    let at = max(now, own.map { $0 + 1 } ?? now, told.map { $0 + 1_000_000 } ?? now)
    return PendingLike(productID: product, isLiked: isLiked, at: LikeTime.text(at))
  }

  /// The operations that have waited longest, at most `limit`.
  func oldest(_ limit: Int) -> [PendingLike] {
    Array(pending.values.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.prefix(limit))
  }

  /// Applies the server's answer to some operations.
  ///
  /// - Parameter now: microseconds since 1970, by the clock of the server.
  mutating func take(_ answer: LikeSync, to sent: [PendingLike], now: Int64) throws {
    let refused = Dictionary(answer.refused.map { ($0.operationID, $0.code) }) { $1 }
    var early: [PendingLike] = []
    for done in sent where pending[done.productID]?.id == done.id {
      pending[done.productID] = nil
      if refused[done.id] == "clock_ahead" { early.append(done) }
    }
    if answer.isWhole { known.changes = [:] }
    for change in answer.changes { known.changes[change.productID] = change }
    for tap in early {
      pending[tap.productID] = operation(tap.productID, tap.isLiked, now: now)
    }
    known.since = answer.nextSequence
    known.changes = known.changes.filter { _, change in
      change.isLiked || (LikeTime.microseconds(change.at) ?? 0) > now - Self.unlikedKept
    }
    try save()
  }

  /// Starts anew as another device: the server forgot the former one, so its likes are sent again.
  mutating func become(_ device: String, now: Int64) throws {
    guard known.device != device else { return }
    if known.device != nil {
      for change in known.changes.values where change.isLiked {
        guard pending[change.productID] == nil, pending.count < Self.pendingMax else { continue }
        pending[change.productID] = PendingLike(
          productID: change.productID, isLiked: true, at: LikeTime.text(now))
      }
    }
    known = Known(device: device)
    try save()
  }

  /// Forgets everything, on the disk too.
  mutating func clear() throws {
    known = Known()
    pending = [:]
    try save()
  }

  // MARK: Files

  private func save() throws {
    try saveOutbox()
    try write(known, Self.knownFile)
  }

  private func saveOutbox() throws {
    try write(pending.values.sorted { $0.productID < $1.productID }, Self.outboxFile)
  }

  private func write(_ value: some Encodable, _ name: String) throws {
    try FileManager.default.createPrivateDirectory(at: directory)
    try JSONEncoder().encode(value).write(
      to: directory.appendingPathComponent(name), options: .atomic)
  }

  private static func read<Value: Decodable>(_ file: URL) throws -> Value? {
    let content: Data
    do {
      content = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
    return try? JSONDecoder().decode(Value.self, from: content)
  }
}

/// A tap that the server has not confirmed.
struct PendingLike: Codable, Sendable, Hashable {
  /// New for each tap; the server applies each id once.
  var id = UUID().uuidString.lowercased()
  let productID: Int64
  let isLiked: Bool
  let at: String

  enum CodingKeys: String, CodingKey {
    case id = "op_id"
    case productID = "product_id"
    case isLiked = "liked"
    case at
  }
}

/// Why a tap was not recorded.
public enum LikeError: Error, Sendable {
  /// Too many taps wait for the server.
  case outboxFull
  /// No product has an id below 1.
  case unusableID
}
