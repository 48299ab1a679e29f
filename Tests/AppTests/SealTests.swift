import Testing
import UseCases

@testable import App

struct SealTests {
  private let seal = LibcryptoSeal(key: [UInt8](repeating: 7, count: 32))

  @Test func aTagIsThatOfItsOctetsAndItsPurposeOnly() {
    for purpose in SealPurpose.allCases {
      let tag = seal.tag([1, 2, 3], for: purpose)
      #expect(tag.count == 32)
      #expect(seal.isTag(tag, of: [1, 2, 3], for: purpose))
      #expect(!seal.isTag(tag, of: [1, 2, 4], for: purpose))
      #expect(!seal.isTag(Array(tag.dropLast()), of: [1, 2, 3], for: purpose))
      for other in SealPurpose.allCases where other != purpose {
        #expect(!seal.isTag(tag, of: [1, 2, 3], for: other))
      }
    }
  }

  @Test func anotherKeyMakesAnotherTag() {
    let other = LibcryptoSeal(key: [UInt8](repeating: 8, count: 32))
    #expect(!other.isTag(seal.tag([1], for: .cursor), of: [1], for: .cursor))
  }

  /// The words of one purpose in front of octets are not another purpose.
  @Test func noPurposeReachesIntoTheOctets() {
    let purpose = SealPurpose.archive
    let glued = Array(purpose.rawValue.utf8.dropFirst(3)) + [0, 1]
    #expect(seal.tag(glued, for: purpose) != seal.tag([1], for: purpose))
  }
}
