package import Domain

/// Stores vendors. One method is one transaction.
package protocol VendorRepository: Sendable {
  /// Nil if the vendor does not exist.
  func find(_ identifier: VendorIdentifier) async throws(Failure) -> VendorCredentials?

  /// Nil if the vendor does not exist.
  func find(_ id: Int64) async throws(Failure) -> Vendor?

  /// By id, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [Vendor]

  /// - Throws: `conflict` when the identifier is in use.
  func add(
    identifier: VendorIdentifier, name: Title, secretHash: String, createdAt: Timestamp
  ) async throws(Failure) -> Vendor

  /// Replaces a vendor's secret. False if the vendor does not exist.
  func replaceSecret(
    of identifier: VendorIdentifier, by secretHash: String
  ) async throws(Failure) -> Bool
}

/// A slow hash, for secrets that people choose. It runs on helper threads.
package protocol SecretHasher: Sendable {
  /// Salt, cost and result as one text.
  ///
  /// - Throws: `unavailable` when too many wait.
  func hash(_ secret: String) async throws(Failure) -> String

  /// Whether the secret has this hash.
  ///
  /// - Parameter admit: called when its turn has come, before anything is computed.
  /// - Throws: `unavailable` when too many wait; the errors of `admit`.
  func matches(
    _ secret: String, _ hash: String, admit: @Sendable () throws(Failure) -> Void
  ) async throws(Failure) -> Bool

  /// A hash without a secret, at the usual cost: checking an unknown vendor must take as long as
  /// checking a known one.
  var decoy: String { get }
}

/// Signs texts that clients send back: cursors, anchors, secrets of products; and makes
/// fingerprints.
package protocol Signer: Sendable {
  /// A signature for one purpose.
  func tag(_ bytes: [UInt8], for purpose: SigningPurpose) -> SixteenBytes

  /// Compares in a constant time.
  func isTag(_ tag: SixteenBytes, of bytes: [UInt8], for purpose: SigningPurpose) -> Bool

  /// A fingerprint of a whole answer: quicker than a tag. Without the key, two texts with the same
  /// fingerprint cannot be made; but it is not a signature.
  func fingerprint(of bytes: [UInt8]) -> SixteenBytes
}

/// The purpose of a signature: a signature is not valid for another purpose.
package enum SigningPurpose: String, Sendable, Hashable, CaseIterable {
  case cursor, listAnchor, productSecret, archive, searcher
}

/// Counts the uploaded images of each vendor.
package protocol UploadQuotaRepository: Sendable {
  /// Counts more images of a vendor, unless they would exceed `limit` in a day. A day begins with
  /// the first image after the day before.
  ///
  /// - Returns: nil if they were counted; otherwise the seconds until the day ends.
  func take(images: Int, of vendorID: Int64, limit: Int) async throws(Failure) -> Int?
}
