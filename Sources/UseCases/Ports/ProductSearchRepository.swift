package import Domain

/// Where products are found by words.
///
/// A product can be found as soon as it is stored; the words that ``terms(like:)`` knows follow
/// within seconds.
package protocol ProductSearchRepository: Sendable {
  /// The products that match, in the order of the search, from its position on.
  ///
  /// By relevance a store may end after the newest ``ProductSearch/rankedMax`` matches and those
  /// whose title begins with the query, where there are many more.
  func page(_ search: ProductSearch) async throws(Failure) -> [FoundProduct]

  /// How many products match, exact where that is cheap, and what the newest matches have in
  /// common. An estimate may be a minute old.
  func overview(
    _ pattern: SearchPattern, _ filter: SearchFilter, withFacets: Bool
  ) async throws(Failure) -> SearchOverview

  /// Ids of products whose titles begin with a folded text without spaces, at most `limit`, a title
  /// that is the text first, as one cheap statement.
  func titles(beginningWith text: String, limit: Int) async throws(Failure) -> [Int64]

  /// Products as tiles, in the order of their ids here, as one statement; those that are not there
  /// are left out.
  func tiles(of ids: [Int64]) async throws(Failure) -> [TileProduct]

  /// For each word the commonest terms that somebody may have meant by it, the commonest first, at
  /// most ``TermLookup/termsMax``: those that its keys begin, or whose initials it is.
  func terms(like words: [TermLookup]) async throws(Failure) -> [[String]]

  /// Terms of which the keys begin or end as those of `word` do, the commonest first.
  func terms(resembling word: String) async throws(Failure) -> [String]

  /// Counts the terms of what was written since the last time, or of a part of it.
  ///
  /// - Returns: whether there may be more.
  func countTerms() async throws(Failure) -> Bool
}

/// What terms are looked up by.
package struct TermLookup: Sendable, Hashable {
  package static let termsMax = 20
  package let keys: [String]
  package let initials: String?

  package init(keys: [String], initials: String?) {
    self.keys = keys
    self.initials = initials
  }

  package init(_ word: SearchWord) {
    self.init(keys: word.keys, initials: word.initials)
  }
}
