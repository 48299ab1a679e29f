import Cryptography
import Domain
import Testing

/// The hashes of 16 octets that its authors publish (`vectors_sip128`), by how many octets they are of.
struct SipHashTests {
  static let published = [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (2, "8177228da4a45dc7fca38bdef60affe4"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
    (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
    (63, "5150d1772f50834a503e069a973fbd7c"),
  ]

  @Test("The published hashes come out", arguments: published)
  func publishedHashes(_ count: Int, _ hash: String) throws {
    let octets = (0..<UInt8(count)).map { $0 }
    #expect(Hexadecimal.text(try #require(SipHash(key: Array(0..<16))).hash(of: octets)) == hash)
  }

  @Test func oneKeyMakesThemOneBehindTheOther() throws {
    let hash = try #require(SipHash(key: Array(0..<16)))
    #expect(hash.reuses)
    for (count, published) in Self.published + Self.published.reversed() {
      #expect(Hexadecimal.text(hash.hash(of: (0..<UInt8(count)).map { $0 })) == published)
    }
  }

  @Test func anotherKeyOrOctetMakesAnotherHash() throws {
    let key = [UInt8](0..<16)
    let ours = try #require(SipHash(key: key))
    let another = try #require(SipHash(key: key.reversed()))
    let octets = [UInt8](repeating: 1, count: 13_000)
    let hash = ours.hash(of: octets)
    #expect(hash == ours.hash(of: octets))
    #expect(hash != another.hash(of: octets))
    #expect(hash != ours.hash(of: octets.dropLast() + [2]))
    #expect(hash != ours.hash(of: octets.dropLast()))
  }
}
