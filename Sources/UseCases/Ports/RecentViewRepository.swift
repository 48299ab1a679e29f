package import Domain

/// Where it is kept what shoppers looked at. One method is one transaction.
package protocol RecentViewRepository: Sendable {
  /// Notes that a product was seen by the shopper of a device, and forgets those that are too many.
  ///
  /// - Throws: `notFound` for a product that is not in the shop.
  func add(_ product: Int64, by device: Int64, at instant: Timestamp) async throws(Failure)

  /// The products that were seen last, without removed ones, at most
  /// ``BrowseRecentViews/countMax``.
  func products(of shopper: Int64) async throws(Failure) -> [CellProduct]
}
