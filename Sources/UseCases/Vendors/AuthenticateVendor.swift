package import Domain

/// Finds out which vendor is asking.
package struct AuthenticateVendor: Sendable {
  /// Bytes of a secret: ours have 43. Bounds what the slow hash is given.
  package static let secretBytesMax = 512
  private let vendors: any VendorRepository
  private let hasher: any SecretHasher

  package init(vendors: any VendorRepository, hasher: any SecretHasher) {
    self.vendors = vendors
    self.hasher = hasher
  }

  /// By identifier and secret.
  ///
  /// - Parameter admit: asked before a secret is compared, when the turn has come.
  /// - Throws: `unauthenticated` whatever is wrong with them: neither the answer nor its time tells
  ///   an identifier that exists from one that does not. `unavailable` when too many ask at once;
  ///   what `admit` throws.
  package func callAsFunction(
    identifier: String?, secret: String?,
    admit: @Sendable () throws(Failure) -> Void = {}
  ) async throws(Failure) -> Vendor {
    guard let identifier = identifier.flatMap(VendorIdentifier.init), let secret,
      (1...Self.secretBytesMax).contains(secret.utf8.count)
    else { throw .unauthenticated }
    let known = try await vendors.find(identifier)
    let hash = known?.secretHash ?? hasher.nobody
    let matches = try await hasher.matches(secret, hash, admit: admit)
    guard let known, matches else { throw .unauthenticated }
    return known.vendor
  }

  /// By identifier alone, for what proves itself in another way.
  ///
  /// - Throws: `unauthenticated`.
  package func known(identifier: String?) async throws(Failure) -> Vendor {
    try await credentials(identifier: identifier).vendor
  }

  /// The same with the hash of the vendor's secret.
  ///
  /// - Throws: `unauthenticated`.
  package func credentials(identifier: String?) async throws(Failure) -> VendorCredentials {
    guard let identifier = identifier.flatMap(VendorIdentifier.init),
      let known = try await vendors.find(identifier)
    else { throw .unauthenticated }
    return known
  }

  /// By a token that was made for a vendor.
  ///
  /// - Throws: `forbidden` when it lacks the scope or speaks for nobody.
  package func speaking(_ principal: Principal) async throws(Failure) -> Vendor {
    try principal.require(.vendor)
    guard let id = principal.vendorID, let vendor = try await vendors.find(id) else {
      throw .forbidden(requires: .vendor)
    }
    return vendor
  }
}

/// Lets a vendor send images up to a number a day.
///
/// What counts is the attempt: an image that turns out to be broken costs the decoder as much.
package struct SpendUploadQuota: Sendable {
  private let repository: any UploadQuotaRepository
  private let limit: Int?

  /// - Parameter limit: images in a day; nil for any number.
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
