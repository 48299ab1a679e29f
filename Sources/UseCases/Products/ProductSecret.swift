package import Domain

/// Words that confirm the removal of a product.
///
/// They are not stored. They are derived from the product, its vendor and the vendor's secret, and
/// are valid for this vendor only; a new secret makes all of them invalid.
package struct ProductSecret: Sendable {
  /// The lifetime of an archive token in seconds: apps use it at once.
  package static let archiveSeconds: Int64 = 3_600
  private let signer: any Signer
  private let archive: SignedToken
  private let now: WallClock

  package init(signer: any Signer, now: @escaping WallClock) {
    self.signer = signer
    archive = SignedToken(signer: signer, purpose: .archive)
    self.now = now
  }

  /// Formatted like a UUID in lower case, so that the existing apps can put it into a path.
  package func secret(of id: Int64, by vendor: VendorCredentials) -> String {
    VendorIdentifier(signer.tag(bytes(of: id, vendor), for: .productSecret)).text
  }

  /// Whether the text is the secret of this product; compared in constant time.
  package func isSecret(_ text: String, of id: Int64, by vendor: VendorCredentials) -> Bool {
    guard let shown = VendorIdentifier(text) else { return false }
    return signer.isTag(shown.number, of: bytes(of: id, vendor), for: .productSecret)
  }

  /// The last path segment of the URL with which version 2 removes a product.
  package func archiveToken(of id: Int64, by vendor: VendorCredentials) -> String {
    var bytes: [UInt8] = []
    bytes.append(integer: id)
    bytes.append(integer: seconds + Self.archiveSeconds)
    bytes.append(tag: signer.tag(self.bytes(of: id, vendor), for: .archive))
    return archive.text(bytes)
  }

  /// The product of a token, and whether it is still valid for this vendor. Nil for a token that we
  /// did not sign.
  package func archived(
    _ token: String, by vendor: VendorCredentials
  ) -> (id: Int64, isGood: Bool)? {
    guard let bytes = archive.bytes(token) else { return nil }
    var reader = ByteReader(bytes)
    guard let id = reader.integer(), let end = reader.integer(),
      let mark = reader.sixteenBytes(), reader.isAtEnd
    else { return nil }
    return (
      id, seconds < end && signer.isTag(mark, of: self.bytes(of: id, vendor), for: .archive)
    )
  }

  private func bytes(of id: Int64, _ vendor: VendorCredentials) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(integer: id)
    bytes.append(integer: vendor.vendor.id)
    bytes += Array(vendor.secretHash.utf8)
    return bytes
  }

  private var seconds: Int64 { now().microseconds / 1_000_000 }
}
