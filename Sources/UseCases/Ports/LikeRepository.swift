package import Domain

/// Where it is kept what shoppers like. One method is one transaction; a read is one statement.
package protocol LikeRepository: Sendable {
  /// For how long a product that is liked no more is remembered, in seconds: longer than an
  /// operation may be on its way, ``LikeBounds``.
  static var secondsRemembered: Int { get }

  /// What holds for a product; nil when nothing does.
  ///
  /// - Throws: `notFound` for a product that never was.
  func state(of product: Int64, for shopper: Int64) async throws(Failure) -> LikeState?

  /// Those of some products that a shopper likes, by rising id.
  func liked(among products: [Int64], by shopper: Int64) async throws(Failure) -> [Int64]

  /// What a shopper likes, the newest first, behind a position.
  ///
  /// - Parameter text: part of the title as it is or as it was, in any case; nil for all.
  func page(
    of shopper: Int64, named text: String?, after position: LikePosition?, limit: Int
  ) async throws(Failure) -> [LikedProduct]

  /// What changed after a number, by rising sequence, at most `limit`; nil when the device is not
  /// there any more.
  func changes(
    by device: Int64, after sequence: Int64, limit: Int
  ) async throws(Failure) -> LikeChanges?

  /// All products that are liked; nil when the device is not there any more.
  func all(by device: Int64) async throws(Failure) -> LikeChanges?

  /// Hands what is known of some products to `decide` and stores what it plans, in one transaction
  /// in which nobody else changes the likes of this shopper.
  ///
  /// `decide` is pure, because it may be called again. When it throws, nothing is written.
  /// - Parameter products: those that are decided about.
  /// - Throws: `unauthenticated` when the device is not there any more; what `decide` throws.
  func change(
    by device: Int64, products: [Int64],
    decide: @escaping @Sendable (LikesHeld) throws(Failure) -> LikePlan
  ) async throws(Failure) -> LikePlan

  /// Likes that are counted at once.
  static var foldedMax: Int { get }

  /// Adds likes that were not counted yet to the counts of their products, the oldest first, at
  /// most ``foldedMax``, and leaves the products alone that somebody else is changing. No version
  /// and no time of a product changes.
  ///
  /// - Returns: how many likes were counted, those with them that are none any more.
  func foldCounts() async throws(Failure) -> Int
}

extension LikeRepository {
  package static var foldedMax: Int { 5_000 }
  package static var secondsRemembered: Int { 91 * 86_400 }
}

/// What is known when a change of likes is decided.
package struct LikesHeld: Sendable {
  package let counts: LikeCounts
  /// What holds for the products in question, as far as anything does.
  package let states: [Int64: LikeState]
  /// Those of them that are or were in the shop.
  package let products: Set<Int64>

  package init(counts: LikeCounts, states: [Int64: LikeState], products: Set<Int64>) {
    self.counts = counts
    self.states = states
    self.products = products
  }
}

/// Likes as a device reads them, of one moment.
package struct LikeChanges: Sendable, Hashable {
  package let counts: LikeCounts
  /// Of the device.
  package let firstSequence: Int64
  package let states: [LikeState]

  package init(counts: LikeCounts, firstSequence: Int64, states: [LikeState]) {
    self.counts = counts
    self.firstSequence = firstSequence
    self.states = states
  }
}
