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

  @Test func randomOctetsHaveTheLengthAskedFor() {
    for count in [1, 16, 32, 1_000] { #expect(randomOctets(count).count == count) }
    #expect(randomOctets(0).isEmpty)
    #expect(randomOctets(-1).isEmpty)
  }

  @Test func randomOctetsDoNotRepeat() {
    let drawn = (0..<1_000).map { _ in randomOctets(16) }
    #expect(Set(drawn).count == drawn.count)
  }
}
