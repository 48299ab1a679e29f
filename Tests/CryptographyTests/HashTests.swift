import Cryptography
import Domain
import Testing
import Text

/// The digests that NIST publishes, so that a wrong libcrypto call cannot agree with itself.
struct SHA256Tests {
  @Test(
    "The published digests come out",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func publishedDigests(text: String, digest: String) {
    #expect(Hexadecimal.text(SHA256.digest(text)) == digest)
  }

  @Test func aMillionLettersAreDigestedWhole() {
    let digest = SHA256.digest([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(
      Hexadecimal.text(digest)
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func aSliceIsDigestedLikeItsCopy() {
    let bytes = Array("xabcx".utf8)
    #expect(SHA256.digest(bytes[1..<4]) == SHA256.digest("abc"))
    #expect(SHA256.digest(bytes[1..<4].reversed().reversed()) == SHA256.digest("abc"))
  }

  @Test func piecesAreDigestedLikeTheWholeAndMoreMayCome() {
    let stream = SHA256.Stream()
    #expect(stream.digest == SHA256.digest(""))
    for (piece, whole) in [("a", "a"), ("", "a"), ("bc", "abc"), ("dbcd", "abcdbcd")] {
      stream.update(Array(piece.utf8))
      #expect(stream.digest == SHA256.digest(whole))
      #expect(stream.digest == SHA256.digest(whole))
    }
  }
}

/// Hashes of 16 bytes that the authors of SipHash publish (`vectors_sip128`), by how many bytes
/// they are of.
struct SipHashTests {
  static let known = [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (2, "8177228da4a45dc7fca38bdef60affe4"), (3, "9c70b60c5267a94e5f33b6b02985ed51"),
    (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
    (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
    (32, "7c3956ca5eeafc3e363e9d556546eb68"), (63, "5150d1772f50834a503e069a973fbd7c"),
  ]

  private static func text(_ hash: CodeHalves) -> String {
    SixteenBytes(high: hash.high, low: hash.low).text
  }

  @Test("The published hashes come out", arguments: known)
  func knownHashes(_ count: Int, _ hash: String) throws {
    let bytes = (0..<UInt8(count)).map { $0 }
    #expect(Self.text(try #require(SipHash(key: Array(0..<16))).hash(of: bytes)) == hash)
  }

  @Test func oneKeyMakesThemOneBehindTheOther() throws {
    let hash = try #require(SipHash(key: Array(0..<16)))
    #expect(hash.reuses)
    for (count, known) in Self.known + Self.known.reversed() {
      #expect(Self.text(hash.hash(of: (0..<UInt8(count)).map { $0 })) == known)
    }
  }

  @Test func anotherKeyOrByteMakesAnotherHash() throws {
    let key = [UInt8](0..<16)
    let ours = try #require(SipHash(key: key))
    let another = try #require(SipHash(key: key.reversed()))
    let bytes = [UInt8](repeating: 1, count: 13_000)
    let hash = ours.hash(of: bytes)
    #expect(hash == ours.hash(of: bytes))
    #expect(hash != another.hash(of: bytes))
    #expect(hash != ours.hash(of: bytes.dropLast() + [2]))
    #expect(hash != ours.hash(of: bytes.dropLast()))
  }
}

struct ContentHashTests {
  private let cover: SipHash

  init() throws { cover = try #require(SipHash(key: Array(0..<16))) }

  /// What SipHash makes of the tag that RFC 8439 publishes in 2.5.2.
  @Test func aHashIsThatOfThePublishedTag() throws {
    let key = try #require(
      Hexadecimal.bytes("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b"))
    let hash = try #require(ContentHash(key: key, cover: cover))
    let tag = try #require(Hexadecimal.bytes("a8061dc1305136c6c22b8baf0c0127a9"))
    #expect(
      hash.hash(of: Array("Cryptographic Forum Research Group".utf8)) == cover.hash(of: tag))
  }

  /// What serves again must have nothing left of the text before.
  @Test func hashesOneBehindTheOtherAreThoseOfNewKeys() throws {
    let key = [UInt8](1...32)
    let reused = try #require(ContentHash(key: key, cover: cover))
    #expect(reused.reuses)
    for length in [0, 1, 15, 16, 17, 63, 64, 255, 4_096, 13_001, 3, 0] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let new = try #require(ContentHash(key: key, cover: cover))
      #expect(reused.hash(of: bytes) == new.hash(of: bytes))
    }
  }

  @Test func anotherKeyOrByteMakesAnotherHash() throws {
    let key = [UInt8](1...32)
    let ours = try #require(ContentHash(key: key, cover: cover))
    let bytes = [UInt8](repeating: 1, count: 13_000)
    let hash = ours.hash(of: bytes)
    #expect(hash == ours.hash(of: bytes))
    let ofAnotherKey = try #require(ContentHash(key: key.reversed(), cover: cover))
    #expect(hash != ofAnotherKey.hash(of: bytes))
    let another = try #require(SipHash(key: Array(1...16)))
    let ofAnotherCover = try #require(ContentHash(key: key, cover: another))
    #expect(hash != ofAnotherCover.hash(of: bytes))
    // A zero at the end counts, too.
    let others = [
      bytes.dropLast() + [2], Array(bytes.dropLast()), bytes + [0], [2] + bytes.dropFirst(),
    ]
    for other in others { #expect(hash != ours.hash(of: other)) }
  }

  @Test func manyAtOnceGetEachTheirOwn() async throws {
    let hash = try #require(ContentHash(key: [UInt8](1...32), cover: cover))
    let texts = (0..<64).map { [UInt8](repeating: UInt8($0), count: 100 * $0) }
    let wanted = texts.map { hash.hash(of: $0) }
    await withTaskGroup(of: Bool.self) { group in
      for (text, right) in zip(texts, wanted) {
        group.addTask { (0..<200).allSatisfy { _ in hash.hash(of: text) == right } }
      }
      for await areRight in group { #expect(areRight) }
    }
  }
}
