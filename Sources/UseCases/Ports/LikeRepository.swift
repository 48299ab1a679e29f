package import Domain

/// Stores shoppers' likes. One method is one transaction; a read is one statement.
package protocol LikeRepository: Sendable {
  /// The time in seconds for which an unliked product is remembered: longer than an operation can
  /// be delayed, see ``LikeBounds``.
  static var secondsRemembered: Int { get }

  /// The state of a product; nil without any.
  ///
  /// - Throws: `notFound` for a product that is not in the shop, unless the shopper liked it while
  ///   it was.
  func state(of product: Int64, for shopper: Int64) async throws(Failure) -> LikeState?

  /// The liked ones of some products, by rising id.
  func liked(among products: [Int64], by shopper: Int64) async throws(Failure) -> [Int64]

  /// Liked products after a position, newest first.
  ///
  /// - Parameter text: part of the title, as it is or as it was when liked, in any case; nil for
  ///   all.
  func page(
    of shopper: Int64, named text: String?, after position: TimePosition?, limit: Int
  ) async throws(Failure) -> [LikedProduct]

  /// Changes after a sequence number, by rising sequence, at most `limit`; nil if the device no
  /// longer exists.
  func changes(
    by device: Int64, after sequence: Int64, limit: Int
  ) async throws(Failure) -> LikeChanges?

  /// All liked products; nil if the device no longer exists.
  func all(by device: Int64) async throws(Failure) -> LikeChanges?

  /// Passes the states of some products to `decide` and stores its plan, in one transaction that
  /// excludes other changes of this shopper's likes.
  ///
  /// `decide` is pure, because it may be called again. If it throws, nothing is written.
  /// - Parameter products: the products to decide about.
  /// - Throws: `unauthenticated` if the device no longer exists; the errors of `decide`.
  func change(
    by device: Int64, products: [Int64],
    decide: @escaping @Sendable (LikesHeld) throws(Failure) -> LikePlan
  ) async throws(Failure) -> LikePlan

  /// The most likes that one call counts.
  static var foldedMax: Int { get }

  /// Adds uncounted likes to the counts of their products, the oldest first, at most ``foldedMax``.
  /// Skips products that another transaction is changing. No version and no time of a product
  /// changes.
  ///
  /// - Returns: the number of counted likes and unlikes.
  func foldCounts() async throws(Failure) -> Int
}

extension LikeRepository {
  package static var foldedMax: Int { 5_000 }
  package static var secondsRemembered: Int { 91 * 86_400 }
}

/// The state on which a change of likes is decided.
package struct LikesHeld: Sendable {
  package let counts: LikeCounts
  /// The states of the products in question, where there are any.
  package let states: [Int64: LikeState]
  /// The products in question that are in the shop, and those removed that this shopper liked while
  /// they were.
  package let products: Set<Int64>

  package init(counts: LikeCounts, states: [Int64: LikeState], products: Set<Int64>) {
    self.counts = counts
    self.states = states
    self.products = products
  }
}

/// A consistent list of likes for a device.
package struct LikeChanges: Sendable, Hashable {
  package let counts: LikeCounts
  /// The first sequence from which the device may continue.
  package let firstSequence: Int64
  package let states: [LikeState]

  package init(counts: LikeCounts, firstSequence: Int64, states: [LikeState]) {
    self.counts = counts
    self.firstSequence = firstSequence
    self.states = states
  }
}
