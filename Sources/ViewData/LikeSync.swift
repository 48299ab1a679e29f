/// What a device is told when it syncs its likes.
public struct LikeSync: Sendable, Hashable, Codable {
  /// What has changed, in order; with ``isWhole`` all that is liked.
  public let changes: [LikeChange]
  /// To be sent as `since` the next time.
  public let nextSequence: Int64
  /// Whether more has changed than is told here.
  public let hasMore: Bool
  /// Whether ``changes`` replace all that the device knew.
  public let isWhole: Bool
  /// Operations that were not carried out; sent again later they may be.
  public let refused: [RefusedLike]
  /// The clock of the server: RFC 3339, in UTC.
  public let serverTime: String

  /// An answer of these parts.
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

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case changes
    case nextSequence = "next_sequence"
    case hasMore = "has_more"
    case isWhole = "is_whole"
    case refused
    case serverTime = "server_time"
  }
}

/// Whether a product is liked, and since when that holds.
public struct LikeChange: Sendable, Hashable, Codable {
  /// Which product.
  public let productID: Int64
  /// Whether it is liked.
  public let isLiked: Bool
  /// When somebody decided so: RFC 3339, in UTC, with six digits behind the second.
  public let at: String

  /// A change of these parts.
  public init(productID: Int64, isLiked: Bool, at: String) {
    self.productID = productID
    self.isLiked = isLiked
    self.at = at
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case productID = "product_id"
    case isLiked = "liked"
    case at
  }
}

/// An operation that was not carried out.
public struct RefusedLike: Sendable, Hashable, Codable {
  /// Of the operation.
  public let operationID: String
  /// Stable, for programs: `clock_ahead`, `too_old`, `too_many_likes`, `too_many_remembered`,
  /// `unknown_product`.
  public let code: String
  /// One sentence for people.
  public let detail: String

  /// A refusal of these parts.
  public init(operationID: String, code: String, detail: String) {
    self.operationID = operationID
    self.code = code
    self.detail = detail
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case operationID = "op_id"
    case code
    case detail
  }
}
