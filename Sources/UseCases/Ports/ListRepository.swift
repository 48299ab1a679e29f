package import Domain

/// Stores the lists that administrators arrange, each under the type of its items. One method is
/// one transaction.
package protocol ListRepository: Sendable {
  /// The items that are shown at `instant`, in order.
  func shown<Draft: ListedDraft>(
    _ list: Draft.Type, at instant: Timestamp
  ) async throws(Failure) -> [ShownItem<Draft>]

  /// All items, shown or not.
  func all<Draft: ListedDraft>(
    _ list: Draft.Type
  ) async throws(Failure) -> ArrangedList<Draft>

  /// Reads the list, passes it to `decide`, and carries out the plan.
  ///
  /// Concurrent changes happen one after the other. If `decide` throws, nothing is written and its
  /// failure is rethrown. With `dryRun` nothing is written, the change is the same except for
  /// created items, and `once` is ignored. `decide` is pure, because a retried transaction calls it
  /// again.
  ///
  /// - Parameter promise: the other lists of the same file, to be written later.
  /// - Throws: `rejected` for missing parents, targets of new links and new images, and for removed
  ///   items that are still in use.
  func change<Draft: ListedDraft>(
    _ list: Draft.Type, promise: ListPromise, dryRun: Bool,
    once: RecordedWrite<ListChange<Draft>>?,
    decide: @escaping @Sendable (ArrangedList<Draft>) throws(Failure) -> ListPlan<Draft>
  ) async throws(Failure) -> Written<ListChange<Draft>>
}

/// An item with the placeholders of its images.
package struct ShownItem<Draft: ListedDraft>: Sendable, Hashable {
  package let item: ListItem<Draft>
  /// The placeholders in the order of the list's images; nil for an image of another site.
  package let placeholders: [ImageSummary?]

  package init(_ item: ListItem<Draft>, placeholders: [ImageSummary?] = []) {
    self.item = item
    self.placeholders = placeholders
  }
}

/// A change of a list, made or previewed.
package struct ListChange<Draft: ListedDraft>: Sendable, Hashable {
  package let plan: ListPlan<Draft>
  /// The list after the change; in a dry run the stored one.
  package let after: ArrangedList<Draft>
  /// The products of removed events, by the event's id.
  package let eventProducts: [Int64: [Int64]]

  package init(
    plan: ListPlan<Draft>, after: ArrangedList<Draft>, eventProducts: [Int64: [Int64]] = [:]
  ) {
    self.plan = plan
    self.after = after
    self.eventProducts = eventProducts
  }
}

/// Changes that other lists of the same file will make, for a dry run of several lists.
package struct ListPromise: Sendable {
  package static let nothing = ListPromise()
  /// Ids by ``LinkTarget/kind``; for other kinds the stored ones count.
  package var ids: [String: Set<Int64>]
  /// Whether users of removed items are judged separately.
  package var freesUsers: Bool

  package init(_ ids: [String: Set<Int64>] = [:], freesUsers: Bool = false) {
    self.ids = ids
    self.freesUsers = freesUsers
  }

  /// The links whose target will not exist.
  ///
  /// - Parameter stored: the links whose target exists now.
  package func missing(of links: Set<LinkTarget>, stored: Set<LinkTarget>) -> Set<LinkTarget> {
    links.filter { link in
      // A search and a URL always exist.
      guard let id = link.id else { return false }
      return ids[link.kind].map { !$0.contains(id) } ?? !stored.contains(link)
    }
  }
}
