import Testing
import Text

@testable import Cryptography

struct SecretHashTests {
  struct Case: Sendable {
    let secret: String
    let salt: String
    let cost: [Int]
    let outcome: String
  }

  /// What RFC 7914 §12 publishes, but for the last one, which takes a gigabyte.
  static let published = [
    Case(
      secret: "", salt: "", cost: [4, 1, 1],
      outcome: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
    Case(
      secret: "password", salt: "NaCl", cost: [10, 8, 16],
      outcome: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
    Case(
      secret: "pleaseletmein", salt: "SodiumChloride", cost: [14, 8, 1],
      outcome: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
  ]
  private static let cheap = Scrypt.Cost(logarithm: 4, blockSize: 1, parallelism: 1) ?? .usual

  @Test("The published outcomes come out", arguments: published)
  func publishedOutcomes(_ published: Case) throws {
    let cost = try #require(
      Scrypt.Cost(
        logarithm: published.cost[0], blockSize: published.cost[1], parallelism: published.cost[2]))
    let outcome = try #require(
      Scrypt.derive(64, from: Array(published.secret.utf8), salt: Array(published.salt.utf8), cost))
    #expect(Hexadecimal.text(outcome) == published.outcome)
  }

  /// From the documentation of passlib, which writes the same texts.
  @Test func aHashOfAnotherProgramIsUnderstood() throws {
    let text =
      "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E"
    let hash = try #require(SecretHash(text))
    #expect(hash.description == text)
    #expect(hash.matches("password") == true)
    #expect(hash.matches("passwore") == false)
  }

  @Test(arguments: ["", "비밀번호 🔑", "a"])
  func onlyTheSecretItselfMatches(_ secret: String) throws {
    let made = try #require(SecretHash(of: secret, Self.cheap))
    let read = try #require(SecretHash(made.description))
    #expect(read == made)
    #expect(read.matches(secret) == true)
    #expect(read.matches(secret + " ") == false)
    #expect(SecretHash(of: secret, Self.cheap) != made, "the salt is the same")
  }

  @Test func theUsualHashSaysWhatItCosts() throws {
    let hash = try #require(SecretHash(of: "secret"))
    #expect(hash.description.hasPrefix("$scrypt$ln=14,r=8,p=1$"))
    #expect(hash.description.utf8.count <= SecretHash.textBytesMax)
  }

  @Test func nobodysHashLooksLikeAnyAndMatchesNothing() throws {
    let nobody = SecretHash.ofNobody(Self.cheap)
    #expect(SecretHash(nobody.description) == nobody)
    #expect(nobody.matches("") == false)
    #expect(SecretHash.ofNobody().description.hasPrefix("$scrypt$ln=14,r=8,p=1$"))
  }

  private static let salt = "aM15713r3Xsvxbi31lqr1Q"
  private static let outcome = "nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E"

  @Test(
    "A text that is none, or costs too much, is refused",
    arguments: [
      "", "$", "$$$$", "scrypt$ln=4,r=1,p=1$\(salt)$\(outcome)",
      "$scrypt$ln=4,r=1,p=1$\(salt)", "$scrypt$ln=4,r=1,p=1$\(salt)$\(outcome)$",
      "$argon2$ln=4,r=1,p=1$\(salt)$\(outcome)", "$scrypt$r=1,ln=4,p=1$\(salt)$\(outcome)",
      "$scrypt$ln=04,r=1,p=1$\(salt)$\(outcome)", "$scrypt$ln=+4,r=1,p=1$\(salt)$\(outcome)",
      "$scrypt$ln=0,r=1,p=1$\(salt)$\(outcome)", "$scrypt$ln=4,r=0,p=1$\(salt)$\(outcome)",
      "$scrypt$ln=4,r=1,p=-1$\(salt)$\(outcome)", "$scrypt$ln=4,r=1,p=1,x=1$\(salt)$\(outcome)",
      "$scrypt$ln=4,r=1$\(salt)$\(outcome)", "$scrypt$ln=20,r=8,p=1$\(salt)$\(outcome)",
      "$scrypt$ln=62,r=8,p=1$\(salt)$\(outcome)", "$scrypt$ln=14,r=64,p=1$\(salt)$\(outcome)",
      "$scrypt$ln=14,r=8,p=17$\(salt)$\(outcome)",
      "$scrypt$ln=99999999999999999999,r=8,p=1$\(salt)$\(outcome)",
      "$scrypt$ln=4,r=1,p=1$\(salt)=$\(outcome)", "$scrypt$ln=4,r=1,p=1$ \(salt)$\(outcome)",
      "$scrypt$ln=4,r=1,p=1$AAAA$\(outcome)", "$scrypt$ln=4,r=1,p=1$\(salt)$AAAA",
      "$scrypt$ln=4,r=1,p=1$\(salt)$\(outcome)AA", "$scrypt$ln=4,r=1,p=1$\(salt)B$\(outcome)",
      "$scrypt$ln=4,r=1,p=1$\(salt)$" + String(repeating: "A", count: 300),
    ])
  func refusedTexts(_ text: String) {
    #expect(SecretHash(text) == nil)
  }

  @Test func theDearestHashThatATextMayAskForTakes64Mebibytes() {
    #expect(Scrypt.Cost(logarithm: 16, blockSize: 8, parallelism: 1) != nil)
    #expect(Scrypt.Cost(logarithm: 17, blockSize: 8, parallelism: 1) == nil)
    #expect(Scrypt.Cost(logarithm: 14, blockSize: 8, parallelism: 16) != nil)
    #expect(Scrypt.Cost(logarithm: 10, blockSize: 65, parallelism: 1) == nil)
  }
}

/// The texts of salts and outcomes in a hash.
struct PHCTextTests {
  @Test(arguments: 0..<70)
  func bytesComeBack(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
    #expect(Cryptography.Base64.bytes(Cryptography.Base64.text(bytes)[...]) == bytes)
  }

  @Test(
    "What it would not have written is not read",
    arguments: [
      "QQ==", "QUI=", "QUJD\n", "\nQUJD", " QUJD", "QUJD ", "QU JD", "QUJD-", "QUJD----", "QUJ-",
      "-_-_", "Q", "QUJDQ", "QR", "QUJ", "비밀번", "QUJ\u{E9}", "=", "====", "\0\0\0\0",
    ])
  func othersAreRefused(_ text: String) {
    #expect(Cryptography.Base64.bytes(text[...]) == nil, "\(text)")
  }
}

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
