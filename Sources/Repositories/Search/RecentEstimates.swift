import Domain

/// A cache of totals and facets of frequent words, for a minute: they are estimates, they take
/// longer than their page, and many people search for the same words.
///
/// `@unchecked Sendable`: used on the loop of the pool only.
final class RecentEstimates: @unchecked Sendable {
  struct Question: Hashable {
    let pattern: SearchPattern
    let filter: SearchFilter
    let withFacets: Bool
  }

  private static let age = Duration.seconds(60)
  /// An estimate with facets takes a few kilobytes.
  private static let countMax = 500
  private var kept: [Question: (overview: SearchOverview, madeAt: ContinuousClock.Instant)] = [:]

  subscript(_ question: Question) -> SearchOverview? {
    get {
      guard let found = kept[question], ContinuousClock.now - found.madeAt < Self.age else {
        return nil
      }
      return found.overview
    }
    set {
      if kept.count >= Self.countMax { kept.removeAll(keepingCapacity: true) }
      kept[question] = newValue.map { ($0, ContinuousClock.now) }
    }
  }
}
