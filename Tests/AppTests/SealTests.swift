import Domain
import Testing
import UseCases

@testable import App

struct SealTests {
  private let signer = LibcryptoSigner(key: [UInt8](repeating: 7, count: 32))

  @Test func aTagIsThatOfItsBytesAndItsPurposeOnly() {
    for purpose in SigningPurpose.allCases {
      let tag = signer.tag([1, 2, 3], for: purpose)
      #expect(signer.isTag(tag, of: [1, 2, 3], for: purpose))
      #expect(!signer.isTag(tag, of: [1, 2, 4], for: purpose))
      for bit in 0..<64 {
        let (high, low) = (tag.high ^ 1 << bit, tag.low ^ 1 << bit)
        let others = [SixteenBytes(high: high, low: tag.low), .init(high: tag.high, low: low)]
        #expect(others.allSatisfy { !signer.isTag($0, of: [1, 2, 3], for: purpose) })
      }
      for other in SigningPurpose.allCases where other != purpose {
        #expect(!signer.isTag(tag, of: [1, 2, 3], for: other))
      }
    }
  }

  /// Servers of other builds over one database have to know what this one gave.
  @Test(
    "tags of a purpose stay what they are",
    arguments: [
      (SigningPurpose.cursor, "02541092d7b548ba606519fee7666076"),
      (.listAnchor, "0dec2a2c371cdf8fd9e6ab08cf701821"),
      (.productSecret, "4b0863fdbe71055f297f9673f8e7f6df"),
      (.archive, "0b2e479925c2db14a3c61fb35f3133b9"),
    ])
  func knownTags(_ purpose: SigningPurpose, _ tag: String) {
    #expect(signer.tag([1, 2, 3], for: purpose).text == tag)
  }

  @Test func anotherKeyMakesAnotherTag() {
    let other = LibcryptoSigner(key: [UInt8](repeating: 8, count: 32))
    #expect(!other.isTag(signer.tag([1], for: .cursor), of: [1], for: .cursor))
  }

  @Test func aFingerprintIsThatOfItsBytesAndOfTheKeyOnly() {
    let print = signer.fingerprint(of: [1, 2, 3])
    #expect(
      print == LibcryptoSigner(key: [UInt8](repeating: 7, count: 32)).fingerprint(of: [1, 2, 3]))
    #expect(print != signer.fingerprint(of: [1, 2, 4]))
    let other = LibcryptoSigner(key: [UInt8](repeating: 8, count: 32))
    #expect(print != other.fingerprint(of: [1, 2, 3]))
    // All servers over one database must give one tag, those of other builds, too.
    #expect(print.text == "e35ad17252cce8182e2ff81f39be49ae")
  }

  @Test func noPurposeIsCalledAsWhatASealNamesItself() {
    let names =
      SigningPurpose.allCases.map(\.rawValue) + LibcryptoSigner.OwnName.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { !$0.utf8.contains(0) })
  }

  /// What tags and fingerprints are where libcrypto has no SipHash and no Poly1305.
  @Test func withoutQuickHashesAllArePartsOfSignatures() {
    let slow = LibcryptoSigner(key: [UInt8](repeating: 7, count: 32), isQuick: false)
    let print = slow.fingerprint(of: [1, 2, 3])
    #expect(print.text == "89a804e1cc0bf93f563417959eaf83e8")
    #expect(print != slow.fingerprint(of: [1, 2, 4]))
    #expect(print != signer.fingerprint(of: [1, 2, 3]))
    for purpose in SigningPurpose.allCases {
      let tag = slow.tag([1, 2, 3], for: purpose)
      #expect(slow.isTag(tag, of: [1, 2, 3], for: purpose))
      #expect(!slow.isTag(tag, of: [1, 2, 4], for: purpose))
      // Secrets are signed by HMAC everywhere.
      let isSecret = [.productSecret, .archive, .searcher].contains(purpose)
      #expect(signer.isTag(tag, of: [1, 2, 3], for: purpose) == isSecret)
    }
  }

  /// The words of one purpose in front of bytes are not another purpose.
  @Test func noPurposeReachesIntoTheBytes() {
    let purpose = SigningPurpose.archive
    let glued = Array(purpose.rawValue.utf8.dropFirst(3)) + [0, 1]
    #expect(signer.tag(glued, for: purpose) != signer.tag([1], for: purpose))
  }
}
