package import Domain

/// Where vendors are kept. One method is one transaction.
package protocol VendorRepository: Sendable {
  /// Nil when there is no such vendor.
  func find(_ identifier: VendorIdentifier) async throws(Failure) -> VendorCredentials?

  /// Nil when there is no such vendor.
  func find(_ id: Int64) async throws(Failure) -> Vendor?

  /// By id, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [Vendor]

  /// - Throws: `conflict` when the identifier is taken.
  func add(
    identifier: VendorIdentifier, name: Title, secretHash: String, createdAt: Timestamp
  ) async throws(Failure) -> Vendor

  /// Gives a vendor another secret. False when there is no such vendor.
  func replaceSecret(
    of identifier: VendorIdentifier, by secretHash: String
  ) async throws(Failure) -> Bool
}

/// A hash that is slow on purpose, for secrets that people choose. It runs on helper threads.
package protocol SecretHasher: Sendable {
  /// Salt, cost and outcome as one text.
  ///
  /// - Throws: `unavailable` when too many wait.
  func hash(_ secret: String) async throws(Failure) -> String

  /// Whether the secret is the one that was hashed.
  ///
  /// - Parameter admit: asked when its turn has come, before anything is computed.
  /// - Throws: `unavailable` when too many wait; what `admit` throws.
  func matches(
    _ secret: String, _ hash: String, admit: @Sendable () throws(Failure) -> Void
  ) async throws(Failure) -> Bool

  /// A hash of nobody's secret, at the usual cost: whoever names an unknown vendor must not be
  /// refused sooner than somebody who knows one.
  var nobody: String { get }
}

/// Signs what clients bring back: cursors, anchors, secrets of products; and tells texts apart.
package protocol Signer: Sendable {
  /// What nobody without the key can make, for one purpose only.
  func tag(_ bytes: [UInt8], for purpose: SigningPurpose) -> SixteenBytes

  /// Compares in a constant time.
  func isTag(_ tag: SixteenBytes, of bytes: [UInt8], for purpose: SigningPurpose) -> Bool

  /// What changes with `bytes`, for whole answers: quicker than a tag. Nobody without the key can
  /// word two texts that have the same, but it is no signature.
  func fingerprint(of bytes: [UInt8]) -> SixteenBytes
}

/// What a signature is for: what was signed for one purpose is worth nothing for another.
package enum SigningPurpose: String, Sendable, Hashable, CaseIterable {
  case cursor, listAnchor, productSecret, archive, searcher
}

/// Where it is counted how much each vendor sends.
package protocol UploadQuotaRepository: Sendable {
  /// Counts so many more images of a vendor, unless they would be more than `limit` in a day. A day
  /// begins with the first image after the one before.
  ///
  /// - Returns: nil when they are counted; otherwise the seconds until the day ends.
  func take(images: Int, of vendorID: Int64, limit: Int) async throws(Failure) -> Int?
}
