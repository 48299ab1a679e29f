import Cryptography
import Testing
import Text

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
