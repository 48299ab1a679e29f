package import Domain

/// Likes a product, or likes it no more, at once.
package struct SetLike: Sendable {
  private let likes: any LikeRepository
  private let randomBytes: RandomBytes
  private let now: WallClock

  package init(
    likes: any LikeRepository, randomBytes: @escaping RandomBytes, now: @escaping WallClock
  ) {
    self.likes = likes
    self.randomBytes = randomBytes
    self.now = now
  }

  /// What holds already is not written again: a request that is repeated neither moves the product
  /// to the top of the list, nor stands in the way of what another device did in between.
  ///
  /// - Throws: `notFound` for a product that never was, `conflict` for one like too many.
  package func callAsFunction(
    _ product: Int64, _ isLiked: Bool, by device: Device
  ) async throws(Failure) {
    let state = try await likes.state(of: product, for: device.shopperID)
    guard (state?.isLiked ?? false) != isLiked else { return }
    guard let id = SixteenBytes(randomBytes(16)) else {
      throw .bug("the source of random bytes gave another count than was asked for")
    }
    let now = now()
    _ = try await likes.change(by: device.id, products: [product]) { held throws(Failure) in
      try held.setting(product, isLiked, id: id, now: now)
    }
  }
}

extension LikesHeld {
  /// Whoever taps now means it, also where the clock of another device is ahead.
  fileprivate func setting(
    _ product: Int64, _ isLiked: Bool, id: SixteenBytes, now: Timestamp
  ) throws(Failure) -> LikePlan {
    let state = states[product]
    var operations: [LikeOperation] = []
    if (state?.isLiked ?? false) != isLiked {
      let next = state.map { $0.operation.at.microseconds + 1 } ?? Int64.min
      operations = [
        LikeOperation(
          id: id, productID: product, isLiked: isLiked,
          at: Timestamp(clamping: max(now.microseconds, next)))
      ]
    }
    let plan = LikePlan(operations, counts: counts, known: states, products: products)
    if let refused = plan.refused.first {
      guard products.contains(product) else { throw .notFound(.product("\(product)")) }
      throw .conflict(refused.flaw)
    }
    return plan
  }
}
