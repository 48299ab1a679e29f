package import Domain

/// Where the rest of what the home and category screens show is kept. One method is one
/// transaction.
package protocol ShopWindowRepository: Sendable {
  /// By position, at most `limit`.
  func eventBanners(limit: Int) async throws(Failure) -> [EventBanner]

  /// By position, at most `limit`.
  func categories(limit: Int) async throws(Failure) -> [Category]

  /// By position, at most `limit`.
  func itemTypes(limit: Int) async throws(Failure) -> [ItemType]
}
