import Cryptography
import UseCases

/// Signs what clients bring back by HMAC-SHA-256, and tells texts apart by SipHash-1-3, both with
/// the key of this shop.
struct LibcryptoSeal: Seal {
  /// Stands where the name of a purpose stands in what is signed; none is called so.
  static let fingerprintName = "fingerprint"
  private let authentication: AuthenticationCode
  /// Nil where libcrypto has none.
  private let hash: SipHash?

  /// - Parameters:
  ///   - key: 32 octets, the same for all servers over one database.
  ///   - hash: what makes the hash of its key.
  init(key: [UInt8], hash: ([UInt8]) -> SipHash? = SipHash.init(key:)) {
    authentication = AuthenticationCode(key: key)
    // A key of its own: what can be learned from short hashes must say nothing about signatures.
    let own = authentication.code(of: Self.named(Self.fingerprintName, []))
    self.hash = hash(Array(own.prefix(SipHash.keyOctets)))
  }

  func tag(_ octets: [UInt8], for purpose: SealPurpose) -> [UInt8] {
    authentication.code(of: Self.named(purpose.rawValue, octets))
  }

  func isTag(_ tag: [UInt8], of octets: [UInt8], for purpose: SealPurpose) -> Bool {
    constantTimeEqual(tag, self.tag(octets, for: purpose))
  }

  /// Part of a signature where there is no SipHash: slower, and as hard to steer.
  func fingerprint(of octets: [UInt8]) -> [UInt8] {
    if let hash { return hash.hash(of: octets) }
    let code = authentication.code(of: Self.named(Self.fingerprintName, octets))
    return Array(code.prefix(SipHash.octetCount))
  }

  /// No name holds a zero octet, so that no two of them can make the same beginning.
  private static func named(_ name: String, _ octets: [UInt8]) -> [UInt8] {
    var named: [UInt8] = []
    named.reserveCapacity(name.utf8.count + 1 + octets.count)
    named.append(contentsOf: name.utf8)
    named.append(0)
    named.append(contentsOf: octets)
    return named
  }
}
