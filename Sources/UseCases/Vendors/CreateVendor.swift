package import Domain

/// Takes a vendor in.
package struct CreateVendor: Sendable {
  private let vendors: any VendorRepository
  private let hasher: any SecretHasher
  private let randomOctets: RandomOctets
  private let now: WallClock

  package init(
    vendors: any VendorRepository, hasher: any SecretHasher,
    randomOctets: @escaping RandomOctets, now: @escaping WallClock
  ) {
    self.vendors = vendors
    self.hasher = hasher
    self.randomOctets = randomOctets
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
    guard let identifier = identifier ?? VendorIdentifier(random: randomOctets(16)) else {
      throw .bug("the source of random octets gave another count than was asked for")
    }
    let secret = secret ?? VendorSecret(random: randomOctets(VendorSecret.randomOctets))
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
  init?(random octets: [UInt8]) {
    guard octets.count == 16 else { return nil }
    var octets = octets
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    self.init(octets: octets)
  }
}
