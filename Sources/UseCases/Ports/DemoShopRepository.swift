package import Domain

/// Takes the demo shop in.
package protocol DemoShopRepository: Sendable {
  /// Loads the shop in one transaction, unless it was loaded before.
  ///
  /// Of two calls at once one loads and the other waits. Where there are event categories
  /// already, they stay and the shop's are left out; the same goes for each other list.
  /// - Returns: true when this call loaded it.
  func loadOnce(_ shop: DemoShop) async throws(Failure) -> Bool
}
