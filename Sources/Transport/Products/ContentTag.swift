import Domain
import UseCases
package import Web

/// A fingerprint of bytes, for entity tags.
///
/// It is keyed: with a plain checksum a vendor could word two states of a product so that a page
/// has the same tag with both, and a client with the first would never see the second.
package struct ContentTag: Sendable {
  let signer: any Signer

  /// 32 hexadecimal digits, the same from all servers of one database.
  package func text(_ bytes: [UInt8]) -> String { signer.fingerprint(of: bytes).text }

  func text(_ text: String) -> String { self.text(Array(text.utf8)) }
}

extension CachedBody {
  /// With a tag made of the bytes: pages change whenever one of their products does.
  package init(_ bytes: [UInt8], _ tags: ContentTag) {
    self.init(bytes, tag: tags.text(bytes))
  }
}
