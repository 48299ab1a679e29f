import Cryptography
import UseCases

/// The digest of secrets, by libcrypto.
struct LibcryptoDigest: SecretDigest {
  func digest(_ octets: [UInt8]) -> [UInt8] { SHA256.digest(octets) }

  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }
}
