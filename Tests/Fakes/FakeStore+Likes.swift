package import Domain
import Synchronization
package import UseCases

extension FakeStore: LikeRepository {
  package func state(
    of product: Int64, for shopper: Int64
  ) async throws(Failure) -> LikeState? {
    try reading { state throws(Failure) in
      guard state.isOpen(product, to: shopper) else { throw state.missing(product) }
      return state.shoppers[shopper]?.states[product]
    }
  }

  package func liked(
    among products: [Int64], by shopper: Int64
  ) async throws(Failure) -> [Int64] {
    try reading { state throws(Failure) in
      let states = state.shoppers[shopper]?.states ?? [:]
      return Set(products).filter { states[$0]?.isLiked == true }.sorted()
    }
  }

  package func page(
    of shopper: Int64, named text: String?, after position: TimePosition?, limit: Int
  ) async throws(Failure) -> [LikedProduct] {
    try reading { state throws(Failure) in
      let all = state.liked(by: shopper).filter { product in
        guard let text else { return true }
        let folded = FoldedText(text).compact
        let isCompared = FoldedText(product.current?.name.text ?? "").compact.contains(folded)
        return [product.snapshot.name, product.current?.name].compactMap(\.?.text)
          .contains { $0.holds(text) } || (!folded.isEmpty && isCompared)
      }
      let rest = all.drop { product in
        guard let position else { return false }
        return (product.likedAt, product.id) >= (position.at, position.id)
      }
      return Array(rest.prefix(limit))
    }
  }

  package func changes(
    by device: Int64, after sequence: Int64, limit: Int
  ) async throws(Failure) -> LikeChanges? {
    try read(by: device) { states in
      Array(states.filter { $0.sequence > sequence }.prefix(limit))
    }
  }

  package func all(by device: Int64) async throws(Failure) -> LikeChanges? {
    try read(by: device) { states in states.filter(\.isLiked) }
  }

  /// - Parameter choose: of all states, by rising sequence.
  private func read(
    by device: Int64, _ choose: ([LikeState]) -> [LikeState]
  ) throws(Failure) -> LikeChanges? {
    try reading { state throws(Failure) in
      guard let known = state.devices.first(where: { $0.id == device }),
        let shopper = state.shoppers[known.shopperID]
      else { return nil }
      return LikeChanges(
        counts: shopper.counts, firstSequence: known.firstSequence,
        states: choose(shopper.states.values.sorted { $0.sequence < $1.sequence }))
    }
  }

  package func change(
    by device: Int64, products: [Int64],
    decide: @escaping @Sendable (LikesHeld) throws(Failure) -> LikePlan
  ) async throws(Failure) -> LikePlan {
    let plan = try reading { state throws(Failure) in
      guard let id = state.shopper(of: device), let shopper = state.shoppers[id] else {
        throw .unauthenticated
      }
      let held = LikesHeld(
        counts: shopper.counts, states: shopper.states.filter { products.contains($0.key) },
        products: Set(products.filter { state.isOpen($0, to: id) }))
      let plan = try decide(held)
      let summaries = Dictionary(
        plan.states.map { ($0.productID, state.snapshot(of: $0.productID)) }
      ) { first, _ in first }
      state.write(plan, for: id) { summaries[$0] ?? nil }
      return plan
    }
    guard !state.withLock(\.losesAnswers) else { throw .unavailable(retryAfterSeconds: 1) }
    return plan
  }

  package func foldCounts() async throws(Failure) -> Int {
    try reading { state throws(Failure) in
      let count = state.likeChanges.count
      let sums = Dictionary(state.likeChanges.map { ($0.product, $0.change) }, uniquingKeysWith: +)
        .filter { $0.value != 0 }
      state.likeChanges = []
      for index in state.products.indices {
        guard let change = sums[state.products[index].id] else { continue }
        state.products[index] = state.products[index].counting(change)
      }
      for (id, product) in state.hiddenProducts {
        state.hiddenProducts[id] = product.counting(sums[id] ?? 0)
      }
      return count
    }
  }
}

extension FakeStore: RecentViewRepository {
  package func add(
    _ product: Int64, by device: Int64, at instant: Timestamp
  ) async throws(Failure) {
    try reading { state throws(Failure) in
      guard state.products.contains(where: { $0.id == product }) else {
        throw state.missing(product)
      }
      guard let id = state.shopper(of: device), var shopper = state.shoppers[id] else { return }
      shopper.views[product] = max(shopper.views[product] ?? .earliest, instant)
      shopper.forgetViews()
      state.shoppers[id] = shopper
    }
  }

  package func products(of shopper: Int64) async throws(Failure) -> [CellProduct] {
    try reading { state throws(Failure) in
      let views = state.shoppers[shopper]?.views ?? [:]
      return views.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.compactMap { view in
        state.products.first { $0.id == view.key }?.cell
      }
    }
  }
}

extension FakeStore {
  package func clear(of shopper: Int64) async throws(Failure) {
    try reading { state throws(Failure) in state.shoppers[shopper]?.views = [:] }
  }
}

extension FakeStore.State {
  /// Whether a shopper may like a product.
  fileprivate func isOpen(_ product: Int64, to shopper: Int64) -> Bool {
    products.contains { $0.id == product }
      || shoppers[shopper]?.wasLiked.contains(product) == true
  }

  /// The newest first.
  fileprivate func liked(by shopper: Int64) -> [LikedProduct] {
    let kept = shoppers[shopper] ?? FakeShopper()
    let liked = kept.states.values.filter(\.isLiked).compactMap { state in
      kept.snapshots[state.productID].map { snapshot in
        LikedProduct(
          id: state.productID, likedAt: state.operation.at, snapshot: stored(snapshot),
          current: products.first { $0.id == state.productID }?.cell)
      }
    }
    return liked.sorted { ($0.likedAt, $0.id) > ($1.likedAt, $1.id) }
  }

  /// Without an image that is not stored any more.
  private func stored(_ snapshot: LikedSnapshot) -> LikedSnapshot {
    LikedSnapshot(
      name: snapshot.name, price: snapshot.price,
      cover: snapshot.cover.flatMap { images[$0.address.digest] == nil ? nil : $0 })
  }

  fileprivate func snapshot(of product: Int64) -> LikedSnapshot? {
    let cell =
      (products.first { $0.id == product } ?? hiddenProducts[product]
      ?? formerProducts[product]?.product)?.cell
    return cell.map { stored(LikedSnapshot($0)) }
  }
}

extension Product {
  /// The same with a like more or fewer.
  fileprivate func counting(_ change: Int) -> Product {
    Product(
      summary: ProductSummary(
        id: id, code: summary.code, vendor: vendor, draft: draft, cover: cell.cover,
        reviews: cell.reviews, createdAt: summary.createdAt, updatedAt: summary.updatedAt,
        version: version, likeCount: max(0, cell.likeCount + change)),
      draft: draft, images: images)
  }
}
