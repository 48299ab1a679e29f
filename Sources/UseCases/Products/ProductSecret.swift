import Domain

/// The words by which an app says that it really means to delete a product.
///
/// They are made of the id and nothing is stored; they only mean something together with the vendor
/// whose product it is.
package struct ProductSecret: Sendable {
  private let seal: any Seal
  private let archive: SealedText

  package init(seal: any Seal) {
    self.seal = seal
    archive = SealedText(seal: seal, purpose: .archive)
  }

  /// Formatted like a UUID in lower case: what the existing apps put into a path as it is.
  package func secret(of id: Int64) -> String {
    VendorIdentifier(octets: octets(of: id))?.description ?? ""
  }

  /// Whether the text is the secret of this product; compared in a constant time.
  package func isSecret(_ text: String, of id: Int64) -> Bool {
    guard let shown = VendorIdentifier(text)?.octets else { return false }
    // Of 32 octets 16 are shown, and a seal compares whole tags only: so the tags of both are held
    // against each other.
    return seal.isTag(seal.tag(shown, for: .productSecret), of: octets(of: id), for: .productSecret)
  }

  /// The one segment of a URL under which v2 deletes a product.
  package func archiveToken(of id: Int64) -> String {
    var octets: [UInt8] = []
    octets.append(integer: id)
    return archive.text(octets)
  }

  /// Nil for a token that we did not make.
  package func archived(_ token: String) -> Int64? {
    guard let octets = archive.octets(token) else { return nil }
    var reader = OctetReader(octets)
    guard let id = reader.integer(), reader.isAtEnd else { return nil }
    return id
  }

  private func octets(of id: Int64) -> [UInt8] {
    var octets: [UInt8] = []
    octets.append(integer: id)
    return Array(seal.tag(octets, for: .productSecret).prefix(16))
  }
}
