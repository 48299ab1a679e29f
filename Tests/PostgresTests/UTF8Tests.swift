import Testing

@testable import Postgres

struct UTF8Tests {
  private func text(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { String(utf8: $0) } }

  @Test("UTF-8 is read as it is", arguments: ["", "a", "할인 중", "💸 9할", "\u{FFFD}", "a\0b"])
  func valid(_ original: String) {
    let long = String(repeating: original, count: 100)
    #expect(text(Array(original.utf8)) == original)
    #expect(text(Array(long.utf8)) == long)
  }

  @Test(
    "Bytes that are not UTF-8 are no text, wherever they stand",
    arguments: [
      [0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
      // As many bytes as U+FFFD, by which the first of them is replaced.
      [0xE0, 0x80, 0x80], [0xEF, 0xBF],
    ] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) {
    let around = Array("원가".utf8)
    #expect(text(bytes) == nil)
    #expect(text(around + bytes) == nil)
    #expect(text(around + bytes + around) == nil)
  }
}
