import Testing
import Text

@Suite("texts are stored in one spelling") struct TidiedTextTests {
  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test(
    "a text that was taken apart is put together",
    arguments: [
      ("cafe\u{301}", "caf\u{E9}"),
      ("\u{1110}\u{1173}\u{11A8}\u{1107}\u{1167}\u{11AF}", "특별"),
      ("\u{1106}\u{1165}그\u{110F}\u{1165}\u{11B8}", "머그컵"),
      ("각\u{302E}", "각\u{302E}"),
      ("\u{212B}", "\u{C5}"),
      ("e\u{323}\u{302}", "\u{1EC7}"),
      ("plain", "plain"),
      ("", ""),
    ])
  func composed(_ text: String, _ expected: String) {
    #expect(Self.scalars(text.composed) == Self.scalars(expected))
  }

  @Test(
    "what nobody sees is cut off at both ends",
    arguments: [
      ("\u{FEFF}머그컵", "머그컵"),
      ("\u{200B}머그컵\u{200B}", "머그컵"),
      (" \t머그컵\r\n", "머그컵"),
      ("\u{3000}머그컵\u{A0}", "머그컵"),
      ("머그컵\u{3164}\u{2800}", "머그컵"),
      ("\u{AD}\u{2060}\u{180E}mug\u{34F}", "mug"),
      ("abc \u{FE0F}", "abc"), ("\u{FE0F} abc\u{200B}\u{E007F}", "abc"),
      ("\u{2764}\u{FE0F} \u{FE0F}", "\u{2764}\u{FE0F}"),
      ("\u{2764}\u{FE0F}\u{200D}\u{FE0F}", "\u{2764}\u{FE0F}"),
      ("머그 \u{200B} 컵", "머그 \u{200B} 컵"),
      ("mug", "mug"),
    ])
  func trimmed(_ text: String, _ expected: String) {
    #expect(Self.scalars(text.trimmed) == Self.scalars(expected))
  }

  @Test(
    "a text of nothing visible is empty",
    arguments: ["", " ", "\u{200B}\u{FEFF}", "\u{FE0F}", "\u{3164}", "\u{200D}\u{E007F}"])
  func nothing(_ text: String) {
    #expect(text.tidied.isEmpty)
  }

  @Test(
    "an emoji keeps what its picture is made of",
    arguments: ["\u{2764}\u{FE0F}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E007F}", "👨‍👩‍👧‍👦"])
  func emoji(_ text: String) {
    #expect(Self.scalars(text.tidied) == Self.scalars(text))
  }

  @Test("a text that is taken apart and padded is tidied in one go")
  func both() {
    #expect(Self.scalars("\u{FEFF}cafe\u{301} ".tidied) == Self.scalars("caf\u{E9}"))
  }
}

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
    let written = [
      (0xABCD_EF01 as UInt64, 4), (0x1F, 6), (.max, 16), (0x0123_4567_89AB_CDEF, 16),
      (0x0123_4567_89AB_CDEF, 11), (7, 1), (7, 0),
    ].map { number, digits in
      String(bytesMax: digits) { $0.put(hexadecimal: number, digits: digits) }
    }
    #expect(
      written == [
        "ef01", "00001f", "ffffffffffffffff", "0123456789abcdef", "56789abcdef", "7", "",
      ])
  }

  @Test("More than was measured ends the program rather than writing behind its memory")
  func tooLong() async {
    await #expect(processExitsWith: .failure) {
      _ = String(bytesMax: 8) { $0.put("123456789012345678901234567890") }
    }
  }
}
