import Cryptography
import Testing

struct SecretTests {
  @Test func equalSecretsAreEqual() {
    #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
    #expect(constantTimeEqual([], []))
  }

  @Test("A secret that differs anywhere, or in length, is not equal")
  func differentSecretsDiffer() {
    let secret = SHA256.digest("secret")
    for index in secret.indices {
      var other = secret
      other[index] ^= 1
      #expect(!constantTimeEqual(secret, other))
    }
    #expect(!constantTimeEqual(secret, Array(secret.dropLast())))
    #expect(!constantTimeEqual(secret, secret + [0]))
  }

  @Test func randomBytesHaveTheLengthAskedFor() {
    for count in [1, 16, 32, 1_000] { #expect(randomBytes(count).count == count) }
    #expect(randomBytes(0).isEmpty)
    #expect(randomBytes(-1).isEmpty)
  }

  @Test func randomBytesDoNotRepeat() {
    let drawn = (0..<1_000).map { _ in randomBytes(16) }
    #expect(Set(drawn).count == drawn.count)
  }
}
