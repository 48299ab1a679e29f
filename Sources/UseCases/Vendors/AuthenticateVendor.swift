package import Domain

/// Authenticates a vendor.
package struct AuthenticateVendor: Sendable {
  /// Bytes of a secret: ours have 43. Bounds the input of the slow hash.
  package static let secretBytesMax = 512
  private let vendors: any VendorRepository
  private let hasher: any SecretHasher
  private let failures: FailedSecrets

  package init(
    vendors: any VendorRepository, hasher: any SecretHasher, failures: FailedSecrets
  ) {
    self.vendors = vendors
    self.hasher = hasher
    self.failures = failures
  }

  /// By identifier and secret.
  ///
  /// - Throws: `unauthenticated` for any wrong credentials: neither the answer nor its duration
  ///   reveals which identifiers exist. `tooManyFailures` after too many wrong secrets;
  ///   `unavailable` when too many wait.
  package func callAsFunction(
    identifier: String?, secret: String?, from network: ClientNetwork
  ) async throws(Failure) -> Vendor {
    guard let identifier = identifier.flatMap(VendorIdentifier.init), let secret,
      (1...Self.secretBytesMax).contains(secret.utf8.count)
    else { throw .unauthenticated }
    let attempt = SecretAttempt(.vendor(identifier), from: network)
    return try await failures.comparing(attempt) { admit throws(Failure) in
      try await vendor(identifier, secret, admit)
    }
  }

  /// - Parameter admit: called before a secret is compared, when its turn has come.
  private func vendor(
    _ identifier: VendorIdentifier, _ secret: String, _ admit: @Sendable () throws(Failure) -> Void
  ) async throws(Failure) -> Vendor {
    let known = try await vendors.find(identifier)
    let hash = known?.secretHash ?? hasher.decoy
    let matches = try await hasher.matches(secret, hash, admit: admit)
    guard let known, matches else { throw .unauthenticated }
    return known.vendor
  }

  /// By identifier only, for a request that is proven otherwise.
  ///
  /// - Throws: `unauthenticated`.
  package func known(identifier: String?) async throws(Failure) -> Vendor {
    try await credentials(identifier: identifier).vendor
  }

  /// By identifier only, with the hash of the vendor's secret.
  ///
  /// - Throws: `unauthenticated`.
  package func credentials(identifier: String?) async throws(Failure) -> VendorCredentials {
    guard let identifier = identifier.flatMap(VendorIdentifier.init),
      let known = try await vendors.find(identifier)
    else { throw .unauthenticated }
    return known
  }

  /// By a vendor's token.
  ///
  /// - Throws: `forbidden` if the token lacks the scope or acts for no vendor.
  package func speaking(_ principal: Principal) async throws(Failure) -> Vendor {
    try principal.require(.vendor)
    guard let id = principal.vendorID, let vendor = try await vendors.find(id) else {
      throw .forbidden(requires: .vendor)
    }
    return vendor
  }
}

/// Limits the number of images that a vendor may upload in a day.
///
/// Attempts count: a broken image costs the decoder as much as a good one.
package struct SpendUploadQuota: Sendable {
  private let repository: any UploadQuotaRepository
  private let limit: Int?

  /// - Parameter limit: images in a day; nil for no limit.
  package init(repository: any UploadQuotaRepository, limit: Int?) {
    self.repository = repository
    self.limit = limit
  }

  /// - Throws: `quotaSpent`.
  package func callAsFunction(images: Int, by vendor: Vendor) async throws(Failure) {
    guard let limit, images > 0 else { return }
    guard let seconds = try await repository.take(images: images, of: vendor.id, limit: limit)
    else { return }
    throw .quotaSpent(imagesPerDay: limit, retryAfterSeconds: seconds)
  }
}
