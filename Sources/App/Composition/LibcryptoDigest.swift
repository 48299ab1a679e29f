import Cryptography
import UseCases

/// The digest of secrets, by libcrypto.
struct LibcryptoDigest: SecretDigest {
  func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(bytes) }

  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }
}
