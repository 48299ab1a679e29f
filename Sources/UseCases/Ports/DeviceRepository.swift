package import Domain

/// Stores devices and their shoppers. One method is one transaction.
package protocol DeviceRepository: Sendable {
  /// The time in seconds after which an unused device is removed: 400 days, so that a device used
  /// in one season of each year is kept.
  static var secondsUnseen: Int { get }

  /// The same for a device without likes: a week. It has nothing to lose.
  static var secondsIdle: Int { get }

  /// Adds a device with a new shopper.
  ///
  /// - Parameter digest: SHA-256 of its token, 32 bytes.
  func add(digest: [UInt8], at instant: Timestamp) async throws(Failure) -> Device

  /// The device whose token has this digest; nil if there is none.
  func find(digest: [UInt8]) async throws(Failure) -> Device?

  /// Stores the time of a device's request. Nothing is written within ``Device/noteInterval`` of
  /// the stored time, so that of many concurrent requests one writes.
  func see(_ id: Int64, at instant: Timestamp) async throws(Failure)

  /// Merges another device's shopper into this device's shopper: all likes move, and all of the
  /// other shopper's devices act for this one.
  ///
  /// Nothing changes if both devices have the same shopper.
  /// - Throws: `conflict` when both together have too many likes; `unauthenticated` when one of the
  ///   devices no longer exists.
  func merge(_ other: Int64, into id: Int64) async throws(Failure)

  /// Removes a device; if it was the last of its shopper, also all likes and views.
  ///
  /// - Returns: whether it existed.
  func remove(_ id: Int64) async throws(Failure) -> Bool

  /// Removes all other devices of a device's shopper.
  func removeOthers(than id: Int64) async throws(Failure)
}

extension DeviceRepository {
  package static var secondsUnseen: Int { 400 * 86_400 }
  package static var secondsIdle: Int { 7 * 86_400 }
}

/// Stores recently viewed products. One method is one transaction.
package protocol RecentViewRepository: Sendable {
  /// Adds a view by a device's shopper, and forgets views beyond the limit.
  ///
  /// - Throws: `notFound` for a product that is not in the shop.
  func add(_ product: Int64, by device: Int64, at instant: Timestamp) async throws(Failure)

  /// The latest first, without removed products, at most ``BrowseRecentViews/countMax``.
  func products(of shopper: Int64) async throws(Failure) -> [CellProduct]

  /// Forgets all views of a shopper.
  func clear(of shopper: Int64) async throws(Failure)
}
