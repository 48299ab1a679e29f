import Cryptography
import Testing
import Text

/// The codes that RFC 4231 publishes for HMAC-SHA-256, all but the one that is cut short.
struct AuthenticationCodeTests {
  struct Case: Sendable {
    let key: [UInt8]
    let data: [UInt8]
    let code: String
  }

  static let cases = [
    Case(
      key: [UInt8](repeating: 0x0B, count: 20), data: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Case(
      key: Array("Jefe".utf8), data: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Case(
      key: [UInt8](repeating: 0xAA, count: 20), data: [UInt8](repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Case(
      key: Array(1...25), data: [UInt8](repeating: 0xCD, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Case(
      key: [UInt8](repeating: 0xAA, count: 131),
      data: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Case(
      key: [UInt8](repeating: 0xAA, count: 131),
      data: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test("The published codes come out", arguments: cases)
  func publishedCodes(_ published: Case) {
    let code = AuthenticationCode(key: published.key).code(of: published.data)
    #expect(Hexadecimal.text(code) == published.code)
  }

  @Test func emptyBytesUnderAnEmptyKeyHaveACode() {
    let code = AuthenticationCode(key: []).code(of: [])
    #expect(
      Hexadecimal.text(code)
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  /// OpenSSL says that it can in these, too, but cannot.
  private static let canReset = !["3.0.0 ", "3.0.1 ", "3.0.2 "].contains {
    CryptographyLibrary.version.hasPrefix("OpenSSL \($0)")
  }

  /// What serves again must have nothing left of the text before.
  @Test(arguments: [true, false])
  func codesOneBehindTheOtherAreThoseOfNewKeys(_ mayReuse: Bool) {
    let key: [UInt8] = Array(0..<32)
    let reused = AuthenticationCode(key: key, mayReuse: mayReuse)
    #expect(reused.reuses == (mayReuse && Self.canReset))
    for length in [0, 1, 55, 56, 64, 65, 4_096, 3, 0] {
      let bytes = [UInt8](repeating: UInt8(length & 0x7F), count: length)
      #expect(reused.code(of: bytes) == AuthenticationCode(key: key).code(of: bytes))
    }
  }

  @Test func manyAtOnceGetEachTheirOwn() async {
    let code = AuthenticationCode(key: [1])
    let texts = (0..<64).map { [UInt8](repeating: UInt8($0), count: 100 * $0) }
    let wanted = texts.map { AuthenticationCode(key: [1]).code(of: $0) }
    await withTaskGroup(of: Bool.self) { group in
      for (text, right) in zip(texts, wanted) {
        group.addTask { (0..<200).allSatisfy { _ in code.code(of: text) == right } }
      }
      for await areRight in group { #expect(areRight) }
    }
  }

  @Test func anotherKeyOrByteMakesAnotherCode() {
    let (ours, another) = (AuthenticationCode(key: [3, 4]), AuthenticationCode(key: [3, 5]))
    let code = ours.code(of: [1, 2])
    #expect(code == ours.code(of: [1, 2]))
    #expect(code != another.code(of: [1, 2]))
    #expect(code != ours.code(of: [1, 3]))
    #expect(code != ours.code(of: [2]))
  }
}
