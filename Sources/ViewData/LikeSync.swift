/// The answer to a device that syncs its likes.
public struct LikeSync: Sendable, Hashable, Codable {
  /// Changes in order; with ``isWhole`` all likes.
  public let changes: [LikeChange]
  /// The value of `since` in the next request.
  public let nextSequence: Int64
  /// Whether there are more changes.
  public let hasMore: Bool
  /// Whether ``changes`` replace everything that the device knew.
  public let isWhole: Bool
  /// Rejected operations; they may succeed later.
  public let refused: [RefusedLike]
  /// The time of the server: RFC 3339, in UTC.
  public let serverTime: String

  /// Creates an answer.
  public init(
    changes: [LikeChange], nextSequence: Int64, hasMore: Bool, isWhole: Bool,
    refused: [RefusedLike], serverTime: String
  ) {
    self.changes = changes
    self.nextSequence = nextSequence
    self.hasMore = hasMore
    self.isWhole = isWhole
    self.refused = refused
    self.serverTime = serverTime
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case changes
    case nextSequence = "next_sequence"
    case hasMore = "has_more"
    case isWhole = "is_whole"
    case refused
    case serverTime = "server_time"
  }
}

/// The state of a like, and the time of its last change.
public struct LikeChange: Sendable, Hashable, Codable {
  /// The product's id.
  public let productID: Int64
  /// Whether it is liked.
  public let isLiked: Bool
  /// The time of the tap: RFC 3339, in UTC, in whole seconds, rounded down.
  public let at: String

  /// Creates a change.
  public init(productID: Int64, isLiked: Bool, at: String) {
    self.productID = productID
    self.isLiked = isLiked
    self.at = at
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case productID = "product_id"
    case isLiked = "liked"
    case at
  }
}

/// A rejected operation.
public struct RefusedLike: Sendable, Hashable, Codable {
  /// The operation's id.
  public let operationID: String
  /// Stable, for programs: `clock_ahead`, `superseded`, `too_old`, `too_many_likes`,
  /// `too_many_remembered`, `unknown_product`.
  public let code: String
  /// One sentence for people.
  public let detail: String

  /// Creates a rejection.
  public init(operationID: String, code: String, detail: String) {
    self.operationID = operationID
    self.code = code
    self.detail = detail
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case operationID = "op_id"
    case code
    case detail
  }
}
