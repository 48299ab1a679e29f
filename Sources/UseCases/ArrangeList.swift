package import Domain

/// Replaces a whole list that people arrange, or tells what that would change.
package struct ArrangeList<Draft: ListedDraft>: Sendable {
  private let repository: any PlacedListRepository<Draft>
  private let images: OwnImages

  package init(repository: any PlacedListRepository<Draft>, images: any ImageRepository) {
    self.repository = repository
    self.images = OwnImages(images)
  }

  /// The list as it is, in the order of display.
  package func all() async throws(Failure) -> [Placed<Draft>] {
    try await repository.all(limit: Draft.countMax)
  }

  /// With `dryRun` nothing is written, and the change is the same; `once` then means nothing.
  ///
  /// - Throws: `rejected` for images of this site that are not there, for parents and targets of
  ///   links that are not there, and for what is left out and still needed; `changedMeanwhile`
  ///   unless `condition` admits the current list; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ list: PlacedList<Draft>, if condition: ChangeCondition<[Placed<Draft>]> = .any,
    promised: ListPromise = .nothing, dryRun: Bool, once: IdempotentWrite<PlacedListChange<Draft>>?
  ) async throws(Failure) -> Written<PlacedListChange<Draft>> {
    try await images.check(
      list.entries.enumerated().compactMap { index, entry in
        entry.draft.image.map {
          OwnImages.Use(reference: $0, pointer: "/items/\(index)/thumbnail_image_url")
        }
      })
    return try await repository.replace(
      list, if: condition, promised: promised, dryRun: dryRun, once: once)
  }
}
