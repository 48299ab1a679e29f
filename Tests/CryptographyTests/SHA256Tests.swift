import Cryptography
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
