package import Domain

/// The words by which an app says that it really means to delete a product.
///
/// Nothing is stored. They are made of the product, its vendor and the vendor's secret, and mean
/// something together with this vendor only: with another secret of theirs all of them end.
package struct ProductSecret: Sendable {
  /// How long an archive token is good for: apps use it at once.
  package static let archiveSeconds: Int64 = 3_600
  private let seal: any Seal
  private let archive: SealedText
  private let now: WallClock

  package init(seal: any Seal, now: @escaping WallClock) {
    self.seal = seal
    archive = SealedText(seal: seal, purpose: .archive)
    self.now = now
  }

  /// Formatted like a UUID in lower case: what the existing apps put into a path as it is.
  package func secret(of id: Int64, by vendor: VendorCredentials) -> String {
    VendorIdentifier(octets: mark(of: id, vendor, .productSecret))?.description ?? ""
  }

  /// Whether the text is the secret of this product; compared in a constant time.
  package func isSecret(_ text: String, of id: Int64, by vendor: VendorCredentials) -> Bool {
    guard let shown = VendorIdentifier(text)?.octets else { return false }
    // Of 32 octets 16 are shown, and a seal compares whole tags only: so the tags of both are held
    // against each other.
    let right = mark(of: id, vendor, .productSecret)
    return seal.isTag(seal.tag(shown, for: .productSecret), of: right, for: .productSecret)
  }

  /// The one segment of a URL under which v2 deletes a product.
  package func archiveToken(of id: Int64, by vendor: VendorCredentials) -> String {
    var octets: [UInt8] = []
    octets.append(integer: id)
    octets.append(integer: seconds + Self.archiveSeconds)
    return archive.text(octets + mark(of: id, vendor, .archive))
  }

  /// The product that a token names, and whether it is still good for this vendor. Nil for a token
  /// that we did not make.
  package func archived(
    _ token: String, by vendor: VendorCredentials
  ) -> (id: Int64, isGood: Bool)? {
    guard let octets = archive.octets(token) else { return nil }
    var reader = OctetReader(octets[...])
    guard let id = reader.integer(), let end = reader.integer(),
      let mark = reader.octets(Self.markOctets), reader.isAtEnd
    else { return nil }
    // The seal holds: nobody but us has chosen the mark, so that no time of comparing tells any.
    return (id, seconds < end && mark == self.mark(of: id, vendor, .archive))
  }

  private static let markOctets = 16

  private func mark(
    of id: Int64, _ vendor: VendorCredentials, _ purpose: SealPurpose
  ) -> [UInt8] {
    var octets: [UInt8] = []
    octets.append(integer: id)
    octets.append(integer: vendor.vendor.id)
    octets += Array(vendor.secretHash.utf8)
    return Array(seal.tag(octets, for: purpose).prefix(Self.markOctets))
  }

  private var seconds: Int64 { now().microseconds / 1_000_000 }
}
