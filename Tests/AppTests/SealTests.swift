import Domain
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

  @Test func aFingerprintIsThatOfItsOctetsAndOfTheKeyOnly() {
    let print = seal.fingerprint(of: [1, 2, 3])
    #expect(print.count == 16)
    #expect(
      print == LibcryptoSeal(key: [UInt8](repeating: 7, count: 32)).fingerprint(of: [1, 2, 3]))
    #expect(print != seal.fingerprint(of: [1, 2, 4]))
    let other = LibcryptoSeal(key: [UInt8](repeating: 8, count: 32))
    #expect(print != other.fingerprint(of: [1, 2, 3]))
    // All servers over one database must give one tag, those of other builds since SipHash-1-3, too.
    #expect(Hexadecimal.text(print) == "4accdacb2b9866e905d200e78b0b8c59")
    #expect(!SealPurpose.allCases.map(\.rawValue).contains(LibcryptoSeal.fingerprintName))
  }

  @Test func withoutSipHashAFingerprintIsPartOfASignature() {
    let slow = LibcryptoSeal(key: [UInt8](repeating: 7, count: 32), hash: { _ in nil })
    let print = slow.fingerprint(of: [1, 2, 3])
    #expect(Hexadecimal.text(print) == "89a804e1cc0bf93f563417959eaf83e8")
    #expect(print != slow.fingerprint(of: [1, 2, 4]))
    #expect(print != seal.fingerprint(of: [1, 2, 3]))
  }

  /// The words of one purpose in front of octets are not another purpose.
  @Test func noPurposeReachesIntoTheOctets() {
    let purpose = SealPurpose.archive
    let glued = Array(purpose.rawValue.utf8.dropFirst(3)) + [0, 1]
    #expect(seal.tag(glued, for: purpose) != seal.tag([1], for: purpose))
  }
}
