package import Domain

/// Where a list is kept that people write whole: event banners, categories or item types. One
/// method is one transaction.
package protocol PlacedListRepository<Draft>: Sendable {
  associatedtype Draft: ListedDraft

  /// By position, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [Placed<Draft>]

  /// Replaces the whole list. With `dryRun` nothing is written, the change is the same but for ids
  /// that the store would give, and `once` means nothing.
  ///
  /// - Parameter promised: ids of parents that another list of the same sender is about to bring.
  /// - Throws: `changedMeanwhile` unless `condition` admits the current list; `rejected` under
  ///   `/items` for parents that are not there, and for what is left out and still needed.
  func replace(
    _ list: PlacedList<Draft>, if condition: ChangeCondition<[Placed<Draft>]>,
    promised: ListPromise, dryRun: Bool, once: OnceOnly<PlacedListChange<Draft>>?
  ) async throws(Failure) -> Written<PlacedListChange<Draft>>
}

/// What other lists of the same sender are about to change, for a dry run of several.
package struct ListPromise: Sendable {
  package static let nothing = ListPromise()
  /// Ids of parents that will be there.
  package var parents: Set<Int64>?
  /// Whether whatever needs what is left out is about to be judged by itself.
  package var freesUsers: Bool

  package init(parents: Set<Int64>? = nil, freesUsers: Bool = false) {
    self.parents = parents
    self.freesUsers = freesUsers
  }
}

/// What became of a list.
package struct PlacedListChange<Draft: ListedDraft>: Sendable, Hashable {
  package let plan: ListPlan<Draft>
  /// The list as it is now.
  package let after: [Placed<Draft>]

  package init(plan: ListPlan<Draft>, after: [Placed<Draft>]) {
    self.plan = plan
    self.after = after
  }
}

extension ListPlan {
  /// Decides on a replacement; pure.
  ///
  /// - Parameters:
  ///   - knownParents: those parents of the new list that are there.
  ///   - used: tells which of some ids are still needed, and by what.
  package static func deciding(
    _ list: PlacedList<Draft>, current: [Placed<Draft>], knownParents: Set<Int64>,
    used: Set<Int64>, by users: String, if condition: ChangeCondition<[Placed<Draft>]>
  ) throws(Failure) -> ListPlan {
    guard condition.admits(current) else { throw .changedMeanwhile }
    let plan = list.plan(for: current)
    var violations = list.violations(creating: plan)
    violations += list.violations(knownParents: knownParents)
    let needed = plan.removed.filter(used.contains)
    if !needed.isEmpty { violations.append(Violation("", .inUse(Draft.noun, needed, by: users))) }
    guard violations.isEmpty else {
      throw .rejected(violations.map { $0.under("/items") })
    }
    return plan
  }
}
