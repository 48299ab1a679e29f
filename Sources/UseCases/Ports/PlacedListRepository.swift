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
  /// - Parameter promised: what other lists of the same sender are about to bring.
  /// - Throws: `changedMeanwhile` unless `condition` admits the current list; `rejected` under
  ///   `/items` for parents that are not there, for links to what is not there unless one of the
  ///   current list leads to the same, and for what is left out and still needed.
  func replace(
    _ list: PlacedList<Draft>, if condition: ChangeCondition<[Placed<Draft>]>,
    promised: ListPromise, dryRun: Bool, once: IdempotentWrite<PlacedListChange<Draft>>?
  ) async throws(Failure) -> Written<PlacedListChange<Draft>>
}

/// What other lists of the same sender are about to change, for a dry run of several.
package struct ListPromise: Sendable {
  package static let nothing = ListPromise()
  /// Ids of parents that will be there.
  package var parents: Set<Int64>?
  package var targets: PromisedTargets
  /// Whether whatever needs what is left out is about to be judged by itself.
  package var freesUsers: Bool

  package init(
    parents: Set<Int64>? = nil, targets: PromisedTargets = .nothing, freesUsers: Bool = false
  ) {
    self.parents = parents
    self.targets = targets
    self.freesUsers = freesUsers
  }
}

/// What links may lead to once the lists of one sender are written.
package struct PromisedTargets: Sendable {
  package static let nothing = PromisedTargets()
  /// Ids by ``LinkTarget/kind``; of other kinds what is stored counts.
  package var ids: [String: Set<Int64>]

  package init(_ ids: [String: Set<Int64>] = [:]) {
    self.ids = ids
  }

  /// Those links of some that lead to nothing.
  ///
  /// - Parameter stored: those that lead to what is stored.
  package func missing(of links: Set<LinkTarget>, stored: Set<LinkTarget>) -> Set<LinkTarget> {
    links.filter { link in
      // A search and a URL are there always.
      guard let id = link.id else { return false }
      return ids[link.kind].map { !$0.contains(id) } ?? !stored.contains(link)
    }
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
  ///   - missing: new links of it that lead to nothing.
  ///   - used: tells which of some ids are still needed, and by what.
  package static func deciding(
    _ list: PlacedList<Draft>, current: [Placed<Draft>], knownParents: Set<Int64>,
    missing: Set<LinkTarget>, used: Set<Int64>, by users: String,
    if condition: ChangeCondition<[Placed<Draft>]>
  ) throws(Failure) -> ListPlan {
    guard condition.admits(current) else { throw .changedMeanwhile }
    let plan = list.plan(for: current)
    var fieldErrors = list.fieldErrors(creating: plan)
    fieldErrors += list.fieldErrors(knownParents: knownParents)
    fieldErrors += list.fieldErrors(missing: missing)
    let needed = plan.removed.filter(used.contains)
    if !needed.isEmpty { fieldErrors.append(FieldError("", .inUse(Draft.noun, needed, by: users))) }
    guard fieldErrors.isEmpty else {
      throw .rejected(fieldErrors.map { $0.under("/items") })
    }
    return plan
  }
}
