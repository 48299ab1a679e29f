import Domain
import UseCases

/// A short text that changes with bytes, for entity tags.
///
/// Nobody without the shop's key can steer it: with a mere checksum a vendor could word two states
/// of a product so that a page has one tag with both, and whoever had the first would never see the
/// second.
struct ContentTag: Sendable {
  let signer: any Signer

  /// 32 hexadecimal digits, the same from all servers over one database.
  func text(_ bytes: [UInt8]) -> String { signer.fingerprint(of: bytes).text }

  func text(_ text: String) -> String { self.text(Array(text.utf8)) }
}
