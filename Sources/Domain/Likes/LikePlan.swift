/// The outcome of some operations on a shopper's likes, before it is stored.
///
/// Each product is a register in which the last writer wins. So an operation that arrives twice, or
/// after a later one, changes nothing, and any order of arrival leads to the same likes.
package struct LikePlan: Sendable, Hashable {
  /// The new state of each product that changes, by rising sequence.
  package private(set) var states: [LikeState] = []
  /// The counts afterwards.
  package private(set) var counts: LikeCounts
  /// The change of each product's number of likes, for products whose number changes.
  package private(set) var changes: [Int64: Int] = [:]
  /// Rejected operations with their errors, in the order of arrival.
  package private(set) var refused: [RefusedLike] = []
  /// Operations that an earlier request had made void, with a later time of its own.
  package private(set) var superseded: [RefusedLike] = []

  /// - Parameters:
  ///   - operations: in any order.
  ///   - counts: of the shopper's likes before.
  ///   - known: the stored states of the named products.
  ///   - products: the named products that the shopper may like.
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
    // In the order of the taps, as the sequence numbers.
    for operation in latest.values.sorted(by: { $1.prevails(over: $0) }) {
      apply(operation, over: known[operation.productID])
    }
  }

  private mutating func apply(_ operation: LikeOperation, over state: LikeState?) {
    if let state, !operation.prevails(over: state.operation) {
      // The same operation again is none of these.
      if state.operation.id != operation.id {
        superseded.append(RefusedLike(operation: operation, flaw: .superseded))
      }
      return
    }
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

  /// Merges another shopper's likes into these, as if all of them had been made here; a product
  /// that both like counts once.
  ///
  /// - Parameters:
  ///   - others: all states of the other shopper.
  ///   - otherCounts: the other shopper's counts; the sequence of the plan continues above both.
  /// - Throws: `tooManyLikes` or `tooManyRemembered` when there are too many together.
  package init(
    moving others: [LikeState], of otherCounts: LikeCounts, into counts: LikeCounts,
    known: [Int64: LikeState]
  ) throws(ValidationError) {
    var start = counts
    // The other shopper's devices know numbers of another sequence; all of them are below the new
    // ones.
    start.sequence = max(counts.sequence, otherCounts.sequence) + 1
    self.init(
      others.map(\.operation), counts: start, known: known, products: Set(others.map(\.productID)))
    if let first = refused.first { throw first.flaw }
    for state in others where state.isLiked { changes[state.productID, default: 0] -= 1 }
    changes = changes.filter { $0.value != 0 }
  }
}

/// A rejected operation.
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
    "unknown_product", "This product does not exist, or was removed.",
    hint: "Forget the operation.")

  package static let superseded = ValidationError(
    "superseded", "Another operation on this product has a later time and is valid.",
    hint: "Forget it. If the clock is slow by server_time, send a new operation with a right time.")

  package static let tooManyLikes = ValidationError(
    "too_many_likes", "More than \(LikeCounts.likesMax) products would be liked.",
    hint: "Unlike some first.")

  package static let tooManyRemembered = ValidationError(
    "too_many_remembered",
    "More than \(LikeCounts.entriesMax) products are liked or were in the last three months.",
    hint: "Wait until some that are liked no more have been forgotten.")
}
