package import Domain

/// Finds products by a part of their name, for apps that expect it of a list.
///
/// Only the newest ``ProductSearch/scannedMax`` products are looked at: enough to find what was added
/// lately, and bounded without an index of its own. An older one is not found, and not counted.
package struct SearchProducts: Sendable {
  private let repository: any ProductRepository

  package init(repository: any ProductRepository) {
    self.repository = repository
  }

  /// Those whose name contains `text` in any case, the newest first; the total counts all that was
  /// found among those that are looked at.
  ///
  /// - Parameters:
  ///   - offset: how many stand before the window; below 0 is 0.
  ///   - count: 1 to 100; what lies outside of it is brought to its ends.
  package func callAsFunction(
    _ text: String, offset: Int64, count: Int
  ) async throws(Failure) -> ListedWindow {
    // No name is as long as that, so that nothing has to be looked at.
    guard text.utf8.count <= Title.octetsMax else {
      return ListedWindow(products: [], hasNext: false, total: 0)
    }
    return try await repository.search(
      ProductSearch(
        text: text, offset: max(0, offset), count: min(max(1, count), BrowseProducts.limitMax)))
  }
}
