package import Domain

/// Finds products by a part of their name, for apps that expect it of a list.
///
/// It looks through the newest products one page after another and never further than
/// ``scannedMax``: enough to find what was added lately, and bounded without an index of its own.
package struct SearchProducts: Sendable {
  /// Products looked at for one request: twenty statements of a page each.
  package static let scannedMax = 2_000
  private static let pageSize = 100
  private let repository: any ProductRepository

  package init(repository: any ProductRepository) {
    self.repository = repository
  }

  /// Those whose name contains `text` in any case, the newest first; the total counts what was
  /// found.
  package func callAsFunction(
    _ text: String, offset: Int64, count: Int
  ) async throws(Failure) -> ListedWindow {
    let wanted = text.lowercased()
    var found: [ProductSummary] = []
    var position: ProductPosition?
    // No name is as long as that, so that nothing has to be looked at.
    let pages = text.utf8.count <= Title.octetsMax ? Self.scannedMax / Self.pageSize : 0
    for _ in 0..<pages {
      let page = try await repository.page(
        ProductQuery(), after: position, limit: Self.pageSize)
      found += page.filter { $0.draft.name.text.lowercased().contains(wanted) }
      guard page.count == Self.pageSize, let last = page.last else { break }
      position = ProductPosition(last, in: .newest)
    }
    let first = Int(clamping: max(0, offset))
    let shown = found.dropFirst(first).prefix(max(0, count))
    return ListedWindow(
      products: Array(shown), hasNext: found.count - shown.count > first,
      total: Int64(found.count))
  }
}
