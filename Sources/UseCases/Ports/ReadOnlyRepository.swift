package import Domain

/// Whether the shop may be written: what an operator decides for all servers of a database.
package protocol ReadOnlyRepository: Sendable {
  /// Since when nothing may be written; nil while everything may.
  func readOnlySince() async throws(Failure) -> Timestamp?

  /// Stops writes; where they are stopped already, nothing changes.
  func beginReadOnly(at instant: Timestamp) async throws(Failure)

  /// Lets writes in again.
  func endReadOnly() async throws(Failure)
}
