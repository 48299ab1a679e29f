package import Domain

/// Where devices are kept, and for which shopper each acts. One method is one transaction.
package protocol DeviceRepository: Sendable {
  /// For how long a device is kept that nobody sees, in seconds: 400 days, so that a year passes in
  /// which somebody likes for one season only.
  static var secondsUnseen: Int { get }

  /// A new device, which acts for a new shopper.
  ///
  /// - Parameter digest: SHA-256 of its token, 32 bytes.
  func add(digest: [UInt8], at instant: Timestamp) async throws(Failure) -> Device

  /// The device whose token has this digest; nil when there is none.
  func find(digest: [UInt8]) async throws(Failure) -> Device?

  /// Notes that the device was seen; less than ``Device/noteInterval`` after the known instant
  /// nothing is written, so that of many requests at once one writes.
  func see(_ id: Int64, at instant: Timestamp) async throws(Failure)

  /// Gives all that the shopper of another device has to the shopper of this one, for whom the
  /// other device, and all that acted with it, act from then on.
  ///
  /// Of two that act for one shopper already, nothing changes.
  /// - Throws: `conflict` when they like too many products together; `unauthenticated` when one of
  ///   the devices is not there any more.
  func merge(_ other: Int64, into id: Int64) async throws(Failure)
}

extension DeviceRepository {
  package static var secondsUnseen: Int { 400 * 86_400 }
}

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
