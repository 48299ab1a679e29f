package import Domain

/// Where the lists that administrators arrange are kept, each under the type of its items. One
/// method is one transaction.
package protocol ListRepository: Sendable {
  /// The items that are shown at `instant`, in their order.
  func shown<Draft: ListedDraft>(
    _ list: Draft.Type, at instant: Timestamp
  ) async throws(Failure) -> [ShownItem<Draft>]

  /// All items, shown or not.
  func all<Draft: ListedDraft>(
    _ list: Draft.Type
  ) async throws(Failure) -> ArrangedList<Draft>

  /// Reads the list, hands it to `decide`, and carries out the plan.
  ///
  /// Two changes at once happen one after the other. When `decide` throws, nothing is written and
  /// its failure is thrown on. With `dryRun` nothing is written either, the change is the same but
  /// for created items, and `once` means nothing. `decide` is pure, because it is called again when
  /// the transaction has to be tried again.
  ///
  /// - Parameter promise: what other lists of the same sender are about to bring.
  /// - Throws: `rejected` for parents, new links and new images that lead to nothing, and for
  ///   removed items that are still needed.
  func change<Draft: ListedDraft>(
    _ list: Draft.Type, promise: ListPromise, dryRun: Bool,
    once: IdempotentWrite<ListChange<Draft>>?,
    decide: @escaping @Sendable (ArrangedList<Draft>) throws(Failure) -> ListPlan<Draft>
  ) async throws(Failure) -> Written<ListChange<Draft>>
}

/// An item with what a cell draws before its images have loaded.
package struct ShownItem<Draft: ListedDraft>: Sendable, Hashable {
  package let item: ListItem<Draft>
  /// Of each image that the list has placeholders of; nil for an image of another site.
  package let placeholders: [ImageSummary?]

  package init(_ item: ListItem<Draft>, placeholders: [ImageSummary?] = []) {
    self.item = item
    self.placeholders = placeholders
  }
}

/// A change of a list that was carried out, or would be.
package struct ListChange<Draft: ListedDraft>: Sendable, Hashable {
  package let plan: ListPlan<Draft>
  /// The list afterwards; in a dry run the stored one.
  package let after: ArrangedList<Draft>

  package init(plan: ListPlan<Draft>, after: ArrangedList<Draft>) {
    self.plan = plan
    self.after = after
  }
}

/// What other lists of the same sender are about to change, for a dry run of several.
package struct ListPromise: Sendable {
  package static let nothing = ListPromise()
  /// Ids by ``LinkTarget/kind``; of other kinds the stored ones count.
  package var ids: [String: Set<Int64>]
  /// Whether what needs the removed items is judged by itself.
  package var freesUsers: Bool

  package init(_ ids: [String: Set<Int64>] = [:], freesUsers: Bool = false) {
    self.ids = ids
    self.freesUsers = freesUsers
  }

  /// Those links of some that will lead to nothing.
  ///
  /// - Parameter stored: those that lead to something now.
  package func missing(of links: Set<LinkTarget>, stored: Set<LinkTarget>) -> Set<LinkTarget> {
    links.filter { link in
      // A search and a URL are there always.
      guard let id = link.id else { return false }
      return ids[link.kind].map { !$0.contains(id) } ?? !stored.contains(link)
    }
  }
}
