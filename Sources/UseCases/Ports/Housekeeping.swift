package import Domain

/// Removes what nobody will ask for again. Several servers may do it at once.
package protocol Housekeeping: Sendable {
  /// For how long an image is kept that nothing refers to, in seconds: a day. Whoever has uploaded
  /// one may take that long to refer to it.
  static var secondsUnused: Int { get }

  /// Removes images of products that nothing has referred to for a day, recorded answers that are
  /// older than ``IdempotencyKey/secondsKept``, and searches that are older than
  /// ``SearchTrend/secondsKept``, in many small transactions. Images that were taken in by
  /// themselves stay, and those of products that somebody likes.
  ///
  /// Removes devices that nobody has seen for long, with what they liked and looked at unless other
  /// devices share it, and forgets products that were liked once and long ago.
  ///
  /// When the task is cancelled it ends early; what is left waits for the next. A kind that fails
  /// leaves the others to be swept; the first failure is thrown after the last kind.
  func sweep(at instant: Timestamp) async throws(Failure) -> Swept
}

extension Housekeeping {
  package static var secondsUnused: Int { 86_400 }
}

/// What was removed.
package struct Swept: Sendable, Hashable {
  package static let nothing = Swept(images: 0, answers: 0)
  package var images: Int
  package var answers: Int
  package var devices: Int
  /// Of products that were liked once and are no more.
  package var likes: Int
  /// Of devices, each for one query.
  package var searches: Int

  package init(
    images: Int, answers: Int, devices: Int = 0, likes: Int = 0, searches: Int = 0
  ) {
    self.images = images
    self.answers = answers
    self.devices = devices
    self.likes = likes
    self.searches = searches
  }
}

/// Whether the shop may be written: what an operator decides for all servers of a database.
package protocol ReadOnlyRepository: Sendable {
  /// Since when nothing may be written; nil while everything may.
  func readOnlySince() async throws(Failure) -> Timestamp?

  /// Stops writes; where they are stopped already, nothing changes.
  func beginReadOnly(at instant: Timestamp) async throws(Failure)

  /// Lets writes in again.
  func endReadOnly() async throws(Failure)
}
