/// What becomes of a shopper's likes by some operations; decided, and not stored yet.
///
/// Each product is a register that the last writer wins: so an operation that arrives twice, or
/// after a later one, changes nothing, and all orders of arrival end in the same likes.
package struct LikePlan: Sendable, Hashable {
  /// What holds from now on, for each product that changes, by rising sequence.
  package private(set) var states: [LikeState] = []
  /// The numbers afterwards.
  package private(set) var counts: LikeCounts
  /// By how much the count of each product changes that is liked by one shopper more or fewer.
  package private(set) var changes: [Int64: Int] = [:]
  /// Operations that are not carried out, and why, in the order in which they came.
  package private(set) var refused: [RefusedLike] = []

  /// - Parameters:
  ///   - operations: in any order.
  ///   - counts: of the shopper's likes before.
  ///   - known: what holds for the products that are named, as far as anything does.
  ///   - products: those of the named products that are or were in the shop.
  package init(
    _ operations: [LikeOperation], counts: LikeCounts, known: [Int64: LikeState],
    products: Set<Int64>
  ) {
    self.counts = counts
    var latest: [Int64: LikeOperation] = [:]
    for operation in operations {
      guard products.contains(operation.productID) else {
        refused.append(RefusedLike(operation: operation, flaw: .unknownProduct))
        continue
      }
      if latest[operation.productID].map(operation.prevails) ?? true {
        latest[operation.productID] = operation
      }
    }
    // In the order of the taps, so that the numbers follow it.
    for operation in latest.values.sorted(by: { $1.prevails(over: $0) }) {
      apply(operation, over: known[operation.productID])
    }
  }

  private mutating func apply(_ operation: LikeOperation, over state: LikeState?) {
    if let state, !operation.prevails(over: state.operation) { return }
    let wasLiked = state?.isLiked == true
    let change = (operation.isLiked ? 1 : 0) - (wasLiked ? 1 : 0)
    let entries = counts.entries + (state == nil ? 1 : 0)
    guard change <= 0 || counts.likes < LikeCounts.likesMax else {
      refused.append(RefusedLike(operation: operation, flaw: .tooManyLikes))
      return
    }
    guard entries <= LikeCounts.entriesMax else {
      refused.append(RefusedLike(operation: operation, flaw: .tooManyRemembered))
      return
    }
    counts.sequence += 1
    counts.likes += change
    counts.entries = entries
    states.append(LikeState(operation, sequence: counts.sequence))
    if change != 0 { changes[operation.productID, default: 0] += change }
  }

  /// Moves what another shopper has into these likes, as if all of it had been done here: what both
  /// like counts once from then on.
  ///
  /// - Parameters:
  ///   - others: all that holds for the other one.
  ///   - otherCounts: its numbers; those of the plan go on above both.
  /// - Throws: `tooManyLikes` or `tooManyRemembered` when they would be too many together.
  package init(
    moving others: [LikeState], of otherCounts: LikeCounts, into counts: LikeCounts,
    known: [Int64: LikeState]
  ) throws(ValidationError) {
    var start = counts
    // Devices of the other one count by other numbers; what they know lies below these.
    start.sequence = max(counts.sequence, otherCounts.sequence) + 1
    self.init(
      others.map(\.operation), counts: start, known: known, products: Set(others.map(\.productID)))
    if let first = refused.first { throw first.flaw }
    for state in others where state.isLiked { changes[state.productID, default: 0] -= 1 }
    changes = changes.filter { $0.value != 0 }
  }
}

/// An operation that is not carried out.
package struct RefusedLike: Sendable, Hashable {
  package let operation: LikeOperation
  package let flaw: ValidationError

  package init(operation: LikeOperation, flaw: ValidationError) {
    self.operation = operation
    self.flaw = flaw
  }
}

extension ValidationError {
  package static let unknownProduct = ValidationError(
    "unknown_product", "There never was such a product.", hint: "Forget the operation.")

  /// More than somebody may like.
  package static let tooManyLikes = ValidationError(
    "too_many_likes", "More than \(LikeCounts.likesMax) products would be liked.",
    hint: "Unlike some first.")

  /// More than is remembered of somebody, with what is liked no more.
  package static let tooManyRemembered = ValidationError(
    "too_many_remembered",
    "More than \(LikeCounts.entriesMax) products are liked or were in the last three months.",
    hint: "Wait until some that are liked no more have been forgotten.")
}
