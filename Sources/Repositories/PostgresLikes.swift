package import Domain
import Postgres
package import UseCases

/// Likes in `moa.likes`, and how many a product has in `moa.products`.
extension PostgresStore: LikeRepository {
  // MARK: Reading

  package func state(
    of product: Int64, for shopper: Int64
  ) async throws(Failure) -> LikeState? {
    let one = LikeListStatements.One(shopper: shopper, product: product)
    guard let known = try await first(LikeListStatements.state, one) else {
      throw try await missing(product)
    }
    return known.state
  }

  package func liked(
    among products: [Int64], by shopper: Int64
  ) async throws(Failure) -> [Int64] {
    try await rows(
      LikeListStatements.liked, .init(shopper: shopper, products: products))
  }

  package func page(
    of shopper: Int64, named text: String?, after position: TimePosition?, limit: Int
  ) async throws(Failure) -> [LikedProduct] {
    var page = LikeListStatements.Page(shopper: shopper, position: position, limit: limit)
    guard let text else { return try await rows(LikeListStatements.page, page) }
    page.text = text
    return try await rows(LikeListStatements.search, page)
  }

  package func changes(
    by device: Int64, after sequence: Int64, limit: Int
  ) async throws(Failure) -> LikeChanges? {
    let changes = LikeListStatements.Changes(device: device, sequence: sequence, limit: limit)
    return LikeChanges(try await rows(LikeListStatements.changes, changes))
  }

  package func all(by device: Int64) async throws(Failure) -> LikeChanges? {
    return LikeChanges(try await rows(LikeListStatements.all, device))
  }

  // MARK: Writing

  package func change(
    by device: Int64, products: [Int64],
    decide: @escaping @Sendable (LikesHeld) throws(Failure) -> LikePlan
  ) async throws(Failure) -> LikePlan {
    try await inTurn(device) {
      try await self.transaction(mayRepeat: true) { transaction in
        try await transaction.change(by: device, products, decide)
      }
    }
  }

  package func foldCounts() async throws(Failure) -> Int {
    return Int(try await first(LikeStatements.fold, (), mayRepeat: true) ?? 0)
  }
}

extension Transaction {
  fileprivate func change(
    by device: Int64, _ products: [Int64],
    _ decide: @Sendable (LikesHeld) throws(Failure) -> LikePlan
  ) async throws -> LikePlan {
    let shopper = try await holdShopper(of: device)
    // A separate statement, so that it sees everything committed before the lock.
    let known = try await rows(
      LikeStatements.known, .init(shopper: shopper.id, products: products))
    let plan = try decide(LikesHeld(shopper, known))
    guard !plan.states.isEmpty else { return plan }
    try await execute(LikeStatements.write, LikeStatements.Write(shopper: shopper.id, plan: plan))
    return plan
  }

  /// Locks the shopper of a device, and so its likes, until the end of the transaction.
  ///
  /// - Throws: `unauthenticated` if the device no longer exists.
  fileprivate func holdShopper(of device: Int64) async throws -> HeldShopper {
    // After waiting for a merge, the device may have another shopper.
    for _ in 0..<3 {
      if let shopper = try await first(LikeStatements.lock, device) { return shopper }
    }
    throw Failure.unauthenticated
  }
}

extension LikesHeld {
  fileprivate init(_ shopper: HeldShopper, _ known: [KnownLike]) {
    let states = known.compactMap(\.state).map { ($0.productID, $0) }
    self.init(
      counts: shopper.counts, states: Dictionary(states) { first, _ in first },
      products: Set(known.map(\.product)))
  }
}

extension LikeChanges {
  /// Nil if there are no rows.
  fileprivate init?(_ rows: [ReadLike]) {
    guard let row = rows.first else { return nil }
    self.init(
      counts: row.counts, firstSequence: row.firstSequence, states: rows.compactMap(\.state))
  }
}
