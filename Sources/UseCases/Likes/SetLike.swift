package import Domain

/// Likes or unlikes a product.
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

  /// Stores the like, unless the product already has that state. So a repeated request neither
  /// moves the product to the top of the list nor overwrites a later change of another device.
  ///
  /// - Throws: `notFound` for a product that is not in the shop, unless this shopper liked it while
  ///   it was; `conflict` when there are too many likes.
  package func callAsFunction(
    _ product: Int64, _ isLiked: Bool, by device: Device
  ) async throws(Failure) {
    let state = try await likes.state(of: product, for: device.shopperID)
    guard (state?.isLiked ?? false) != isLiked else { return }
    guard let id = SixteenBytes(randomBytes(16)) else {
      throw .bug("the source of random bytes returned a wrong count")
    }
    let now = now()
    _ = try await likes.change(by: device.id, products: [product]) { held throws(Failure) in
      try held.setting(product, isLiked, id: id, now: now)
    }
  }
}

extension LikesHeld {
  /// A tap wins over all earlier ones, even if the clock of another device was ahead.
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
      guard products.contains(product) else { throw .notFound(.removedProduct(product)) }
      throw .conflict(refused.flaw)
    }
    return plan
  }
}
