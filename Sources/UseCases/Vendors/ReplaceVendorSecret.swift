package import Domain

/// Gives a vendor another secret; the old one is worth nothing from then on.
package struct ReplaceVendorSecret: Sendable {
  private let vendors: any VendorRepository
  private let hasher: any SecretHasher
  private let randomBytes: RandomBytes

  package init(
    vendors: any VendorRepository, hasher: any SecretHasher, randomBytes: @escaping RandomBytes
  ) {
    self.vendors = vendors
    self.hasher = hasher
    self.randomBytes = randomBytes
  }

  /// - Parameter secret: nil makes one.
  /// - Returns: the secret, which is nowhere else and cannot be shown again.
  /// - Throws: `notFound`.
  package func callAsFunction(
    of identifier: VendorIdentifier, by secret: VendorSecret?
  ) async throws(Failure) -> VendorSecret {
    let secret = secret ?? VendorSecret(random: randomBytes(VendorSecret.randomBytes))
    let hash = try await hasher.hash(secret.text)
    guard try await vendors.replaceSecret(of: identifier, by: hash) else {
      throw .notFound(.vendor(identifier.text))
    }
    return secret
  }
}
