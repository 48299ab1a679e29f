package import Domain

/// Removes data that is no longer needed. Several servers may do it at once.
package protocol Housekeeping: Sendable {
  /// The time in seconds after which an image that nothing refers to is removed: a day. An uploader
  /// has that long to refer to it.
  static var secondsUnused: Int { get }

  /// The time in seconds for which the images of a removed product are kept: 30 days, in case the
  /// product comes back.
  static var secondsRemoved: Int { get }

  /// The time in seconds for which an expired token is listed: a day.
  static var secondsExpired: Int { get }

  /// Removes unused data in many small transactions: images of products that nothing has referred
  /// to for a day, recorded answers older than ``IdempotencyKey/secondsKept``, operations on
  /// stock older than ``StockOperation/secondsKept``, searches older than
  /// ``SearchTrend/secondsKept``, and access tokens that expired before ``secondsExpired``. Images
  /// that were uploaded on their own are kept; those of removed products are kept for
  /// ``secondsRemoved``.
  ///
  /// Removes devices that were not used for long, with their likes and views unless other devices
  /// share them, those without likes after a week; and old unliked products.
  ///
  /// Removes changes from the history that are older than `historyDays`.
  ///
  /// Ends early when the task is cancelled; the next sweep continues. A kind that fails does not
  /// stop the others; the first failure is thrown at the end.
  func sweep(at instant: Timestamp, historyDays: Int) async throws(Failure) -> Swept
}

extension Housekeeping {
  package static var secondsUnused: Int { 86_400 }
  package static var secondsRemoved: Int { Int(RestoreProduct.daysMax) * 86_400 }
  package static var secondsExpired: Int { 86_400 }

  package func sweep(at instant: Timestamp) async throws(Failure) -> Swept {
    try await sweep(at: instant, historyDays: HistoryEntry.daysKept)
  }
}

/// The numbers of removed rows.
package struct Swept: Sendable, Hashable {
  package static let nothing = Swept(images: 0, answers: 0)
  package var images: Int
  package var answers: Int
  package var devices: Int
  /// Unliked products.
  package var likes: Int
  /// Searches, one for each device and query.
  package var searches: Int
  /// Changes of the history.
  package var changes: Int
  /// Expired access tokens.
  package var tokens: Int

  package init(
    images: Int, answers: Int, devices: Int = 0, likes: Int = 0, searches: Int = 0,
    changes: Int = 0, tokens: Int = 0
  ) {
    self.images = images
    self.answers = answers
    self.devices = devices
    self.likes = likes
    self.searches = searches
    self.changes = changes
    self.tokens = tokens
  }
}

/// Stores whether the shop is read-only, for all servers of a database.
package protocol ReadOnlyRepository: Sendable {
  /// The beginning of read-only mode; nil if writes are allowed.
  func readOnlySince() async throws(Failure) -> Timestamp?

  /// Begins read-only mode; if it is on already, nothing changes.
  func beginReadOnly(at instant: Timestamp) async throws(Failure)

  /// Ends read-only mode.
  func endReadOnly() async throws(Failure)
}
