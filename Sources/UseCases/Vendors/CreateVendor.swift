package import Domain

/// Takes a vendor in.
package struct CreateVendor: Sendable {
  private let vendors: any VendorRepository
  private let hasher: any SecretHasher
  private let randomBytes: RandomBytes
  private let now: WallClock

  package init(
    vendors: any VendorRepository, hasher: any SecretHasher,
    randomBytes: @escaping RandomBytes, now: @escaping WallClock
  ) {
    self.vendors = vendors
    self.hasher = hasher
    self.randomBytes = randomBytes
    self.now = now
  }

  /// - Parameters:
  ///   - identifier: nil makes one.
  ///   - secret: nil makes one.
  /// - Returns: the vendor with the secret, which is nowhere else and cannot be shown again.
  /// - Throws: `conflict` when another vendor has the identifier.
  package func callAsFunction(
    name: Title, identifier: VendorIdentifier? = nil, secret: VendorSecret?
  ) async throws(Failure) -> CreatedVendor {
    guard let identifier = identifier ?? VendorIdentifier(random: randomBytes(16)) else {
      throw .bug("the source of random bytes gave another count than was asked for")
    }
    let secret = secret ?? VendorSecret(random: randomBytes(VendorSecret.randomBytes))
    let vendor = try await vendors.add(
      identifier: identifier, name: name, secretHash: try await hasher.hash(secret.text),
      createdAt: now())
    return CreatedVendor(vendor: vendor, secret: secret)
  }
}

/// A vendor who was just taken in, with the secret that is shown once.
package struct CreatedVendor: Sendable {
  package let vendor: Vendor
  /// For the one who asked. It must not be logged or stored.
  package let secret: VendorSecret
}

extension VendorIdentifier {
  /// A random one of version 4.
  ///
  /// Source: RFC 9562 §5.4.
  init?(random bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    var bytes = bytes
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(bytes: bytes)
  }
}
