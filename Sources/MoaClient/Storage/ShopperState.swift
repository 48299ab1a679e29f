import Foundation
import ViewData

/// The likes that a device knows of, and what the server has not confirmed: its taps and views.
struct ShopperState: Codable, Sendable, Equatable {
  /// Products that wait for the server; more than a person taps offline.
  static let pendingMax = 10_000
  /// As many as the server remembers.
  static let viewsMax = 100
  /// How long a product that was unliked elsewhere is remembered, in microseconds: longer than
  /// clocks may differ.
  private static let unlikedKept: Int64 = 600_000_000

  private(set) var known = Known()
  /// By product: a later tap replaces an earlier one.
  private(set) var pending: [Int64: PendingLike] = [:]
  /// The latest is the last; each product once.
  private(set) var views: [PendingView] = []

  /// The server's last report.
  struct Known: Codable, Sendable, Equatable {
    var since: Int64 = 0
    /// The device that received it: the end of its token. Another device starts anew.
    var device: String?
    var changes: [Int64: LikeChange] = [:]
  }

  enum CodingKeys: String, CodingKey {
    case known
    case pending = "likes"
    case views
  }

  init() {}

  init(known: Known, waiting: [PendingLike], views: [PendingView] = []) {
    self.known = known
    // The server refuses a whole request that contains an id that no product can have.
    for operation in waiting where Self.isID(operation.productID) {
      pending[operation.productID] = operation
    }
    self.views = views
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      known: try members.decode(Known.self, forKey: .known),
      waiting: try members.decode([PendingLike].self, forKey: .pending),
      views: try members.decode([PendingView].self, forKey: .views))
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(known, forKey: .known)
    try members.encode(Array(pending.values), forKey: .pending)
    try members.encode(views, forKey: .views)
  }

  private static func isID(_ product: Int64) -> Bool { product > 0 }

  func isLiked(_ product: Int64) -> Bool {
    pending[product]?.isLiked ?? known.changes[product]?.isLiked ?? false
  }

  /// All liked products.
  var liked: Set<Int64> {
    let products = Set(pending.keys).union(known.changes.keys)
    return products.filter(isLiked)
  }

  // MARK: Likes

  /// Records a tap.
  ///
  /// - Parameter now: microseconds since 1970, by the clock of the device.
  mutating func tap(_ product: Int64, _ isLiked: Bool, now: Int64) throws {
    guard Self.isID(product) else { throw LikeError.unusableID }
    guard pending.count < Self.pendingMax || pending[product] != nil else {
      throw LikeError.outboxFull
    }
    pending[product] = operation(product, isLiked, now: now)
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
  /// - Parameters:
  ///   - asked: the state that was sent.
  ///   - now: microseconds since 1970, by the clock of the server.
  /// - Returns: whether the changes were applied: not if another process has received a report
  ///   meanwhile; the next begins where that one ended.
  mutating func take(
    _ answer: LikeSync, to sent: [PendingLike], asked: Known, now: Int64
  ) -> Bool {
    let refused = Dictionary(answer.refused.map { ($0.operationID, $0.code) }) { $1 }
    var early: [PendingLike] = []
    for done in sent where pending[done.productID]?.id == done.id {
      pending[done.productID] = nil
      if refused[done.id] == "clock_ahead" { early.append(done) }
    }
    let isNext = known.since == asked.since && known.device == asked.device
    if isNext {
      if answer.isWhole { known.changes = [:] }
      for change in answer.changes { known.changes[change.productID] = change }
      known.since = answer.nextSequence
    }
    for tap in early {
      pending[tap.productID] = operation(tap.productID, tap.isLiked, now: now)
    }
    known.changes = known.changes.filter { _, change in
      change.isLiked || (LikeTime.microseconds(change.at) ?? 0) > now - Self.unlikedKept
    }
    return isNext
  }

  /// Starts anew as another device: the server forgot the former one, so its likes are sent again.
  mutating func become(_ device: String, now: Int64) {
    guard known.device != device else { return }
    if known.device != nil {
      for change in known.changes.values where change.isLiked {
        guard pending[change.productID] == nil, pending.count < Self.pendingMax else { continue }
        pending[change.productID] = PendingLike(
          productID: change.productID, isLiked: true, at: LikeTime.text(now))
      }
    }
    known = Known(device: device)
  }

  // MARK: Views

  /// Records a view; the earliest are forgotten.
  mutating func view(_ product: Int64) throws {
    guard Self.isID(product) else { throw LikeError.unusableID }
    views.removeAll { $0.productID == product }
    views.append(PendingView(productID: product))
    views.removeFirst(max(0, views.count - Self.viewsMax))
  }

  /// Forgets a view that the server has, but not a later one of the same product.
  mutating func remove(_ sent: PendingView) { views.removeAll { $0 == sent } }

  mutating func removeViews() { views = [] }
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

/// A view that the server has not confirmed.
struct PendingView: Codable, Sendable, Hashable {
  /// New for each view.
  var id = UUID().uuidString.lowercased()
  let productID: Int64

  enum CodingKeys: String, CodingKey {
    case id
    case productID = "product_id"
  }
}

/// Why a tap was not recorded.
public enum LikeError: Error, Sendable {
  /// Too many taps wait for the server.
  case outboxFull
  /// No product has an id below 1.
  case unusableID
}
