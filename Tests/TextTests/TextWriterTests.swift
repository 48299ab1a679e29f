import Testing
import Text

@Suite struct TextWriterTests {
  @Test("Texts stand one behind the other, whatever letters they have")
  func texts() {
    let text = String(bytesMax: 100) { text in
      text.put("겨울 패딩 점퍼, long enough not to be kept within the value")
      text.put("")
      text.put("|")
    }
    #expect(text == "겨울 패딩 점퍼, long enough not to be kept within the value|")
  }

  @Test("Less may be written than there is room for")
  func shorter() {
    #expect(String(bytesMax: 100) { $0.put("원") } == "원")
  }

  @Test("Bytes have two digits each, the first one of the upper half")
  func bytes() {
    #expect(String(bytesMax: 8) { $0.put(hexadecimal: [0x00, 0x0F, 0xA5, 0xFF]) } == "000fa5ff")
  }

  @Test("Of a number the last digits are written, with zeros in front")
  func numbers() {
    let written = [(0xABCD_EF01 as UInt64, 4), (0x1F, 6), (.max, 16)].map { number, digits in
      String(bytesMax: digits) { $0.put(hexadecimal: number, digits: digits) }
    }
    #expect(written == ["ef01", "00001f", "ffffffffffffffff"])
  }

  @Test("More than was measured ends the program rather than writing behind its memory")
  func tooLong() async {
    await #expect(processExitsWith: .failure) {
      _ = String(bytesMax: 8) { $0.put("123456789012345678901234567890") }
    }
  }
}
