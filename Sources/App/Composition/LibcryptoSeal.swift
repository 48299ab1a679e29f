import Cryptography
import UseCases

/// Signs what clients bring back, by HMAC-SHA-256 with the key of this shop.
struct LibcryptoSeal: Seal {
  private let authentication: AuthenticationCode

  /// - Parameter key: 32 octets, the same for all servers over one database.
  init(key: [UInt8]) {
    authentication = AuthenticationCode(key: key)
  }

  func tag(_ octets: [UInt8], for purpose: SealPurpose) -> [UInt8] {
    // No purpose holds a zero octet, so that no two of them can make the same beginning.
    authentication.code(of: Array(purpose.rawValue.utf8) + [0] + octets)
  }

  func isTag(_ tag: [UInt8], of octets: [UInt8], for purpose: SealPurpose) -> Bool {
    constantTimeEqual(tag, self.tag(octets, for: purpose))
  }
}
