import Cryptography
import Domain
import Testing

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
