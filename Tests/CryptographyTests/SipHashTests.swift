import Cryptography
import Domain
import Testing

/// Hashes of 16 octets, by how many octets they are of.
///
/// Their authors publish those of SipHash-2-4 (`vectors_sip128`) only. These are by a second
/// implementation that makes the published ones with two rounds and four.
struct SipHashTests {
  static let known = [
    (0, "e77ebcb22788a5befd62db6add303001"), (1, "fc6f370460d3eda85e0573cc2b2ff063"),
    (7, "1084b923f2aae0c3a62f2ec80848ab77"), (8, "aa12fee1d5e3dab4724f16ab35f9c799"),
    (15, "c17e5505b2bd526c2921cdec1e7e0109"), (16, "d0a8d95715518eebb513b0f83d9e1793"),
    (63, "4c5800e34efe426f079f6b0aa75260ad"),
  ]

  @Test("The hashes of 1-3 come out", arguments: known)
  func knownHashes(_ count: Int, _ hash: String) throws {
    let octets = (0..<UInt8(count)).map { $0 }
    #expect(Hexadecimal.text(try #require(SipHash(key: Array(0..<16))).hash(of: octets)) == hash)
  }

  @Test func oneKeyMakesThemOneBehindTheOther() throws {
    let hash = try #require(SipHash(key: Array(0..<16)))
    #expect(hash.reuses)
    for (count, known) in Self.known + Self.known.reversed() {
      #expect(Hexadecimal.text(hash.hash(of: (0..<UInt8(count)).map { $0 })) == known)
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
