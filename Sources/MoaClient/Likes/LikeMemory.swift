import Foundation
import ViewData

/// What a device knows of its likes, and what it did that the server has not confirmed.
///
/// Two files: what was done is written at every tap, what is known only when something was learned.
struct LikeMemory: Sendable {
  /// Products that wait for the server; more than anybody taps offline.
  static let pendingMax = 10_000
  /// For how long it is remembered when something was unliked elsewhere, in microseconds: longer
  /// than clocks may differ.
  private static let unlikedKept: Int64 = 600_000_000

  private(set) var known = Known()
  /// By product: a later tap takes the place of an earlier one.
  private(set) var pending: [Int64: PendingLike] = [:]
  private let directory: URL

  /// What the server said, the last time that it could be heard.
  struct Known: Codable, Sendable {
    var since: Int64 = 0
    /// Of the device that heard it: the end of its token. Another device begins anew.
    var device: String?
    var changes: [Int64: LikeChange] = [:]
  }

  /// Reads both files; one that is missing or holds something else counts as empty.
  ///
  /// - Throws: when a file is there and cannot be read now, as on a telephone that nobody has
  ///   unlocked since its start: what is in it must not be written over.
  init(in directory: URL) throws {
    self.directory = directory
    known = try Self.read(directory.appendingPathComponent(Self.knownFile)) ?? Known()
    let waiting: [PendingLike] =
      try Self.read(directory.appendingPathComponent(Self.outboxFile)) ?? []
    // The server refuses all that is sent together with an id that none of its products has.
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

  /// All that is liked.
  var liked: Set<Int64> {
    let products = Set(pending.keys).union(known.changes.keys)
    return products.filter(isLiked)
  }

  // MARK: Changing

  /// Notes a tap, on the disk too.
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

  /// Later than whatever is known of the product: who taps now means it, also where the clock of
  /// another device is ahead.
  private func operation(_ product: Int64, _ isLiked: Bool, now: Int64) -> PendingLike {
    let last = [pending[product]?.at, known.changes[product]?.at].compactMap { text in
      text.flatMap(LikeTime.microseconds)
    }
    let at = max(now, (last.max() ?? .min).addingReportingOverflow(1).partialValue)
    return PendingLike(productID: product, isLiked: isLiked, at: LikeTime.text(at))
  }

  /// Operations that wait longest, at most `limit`.
  func oldest(_ limit: Int) -> [PendingLike] {
    Array(pending.values.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.prefix(limit))
  }

  /// Takes in what the server answered to some operations.
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

  /// Begins anew as another device: the one before was forgotten, and what it liked is told again.
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
  /// New for each tap; the server carries each out once.
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

/// Why a tap was not noted.
public enum LikeError: Error, Sendable {
  /// So many taps wait for the server that no more are kept.
  case outboxFull
  /// No product has an id below 1.
  case unusableID
}
