import Testing

@testable import HTTP

@Suite struct SmallPartsTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
    (1_798_761_600, "Fri, 01 Jan 2027 00:00:00 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (-86_400, "Wed, 31 Dec 1969 00:00:00 GMT"),
    (Int64.max, "Fri, 31 Dec 9999 23:59:59 GMT"), (Int64.min, "Mon, 01 Jan 0001 00:00:00 GMT"),
  ]) func writesDates(_ seconds: Int64, _ text: String) {
    #expect(DateField(secondsSince1970: seconds).description == text)
  }

  @Test func classesOfBytesAreThoseOfTheGrammar() {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let digits = "0123456789"
    let token = Set((letters + digits + "!#$%&'*+-.^_`|~").utf8)
    let name = Set((letters + digits + "-._~!$&'()*+,;=").utf8)
    for byte in UInt8.min ... .max {
      #expect(Octet.isToken(byte) == token.contains(byte))
      #expect(Octet.isRegisteredName(byte) == name.contains(byte))
      #expect(Octet.isTarget(byte) == ((0x21...0x7E).contains(byte) && byte != 0x23))
      #expect(Octet.isFieldText(byte) == ((byte >= 0x20 && byte != 0x7F) || byte == 9))
      #expect(Octet.isDigit(byte) == Set(digits.utf8).contains(byte))
      let text = String(UnicodeScalar(byte))
      let hex = byte < 0x80 && byte != 0x2B && byte != 0x2D ? UInt8(text, radix: 16) : nil
      #expect(Octet.hexValue(byte) == hex)
      #expect(byte >= 0x80 || Octet.lowercased(byte) == Array(text.lowercased().utf8)[0])
      #expect(byte < 0x80 || Octet.lowercased(byte) == byte)
    }
  }

  /// Every byte at every place of a word, among plain ones, obs-text and tabs.
  @Test func findsTheEndOfFieldTextWhereverItStands() {
    for filler: UInt8 in [0x20, 0x61, 0x7E, 0x80, 0xFF, 0x09] {
      for byte in UInt8.min ... .max {
        for place in 0..<19 {
          var bytes = [UInt8](repeating: filler, count: 19)
          bytes[place] = byte
          let wanted = Octet.isFieldText(byte) ? 19 : place
          let found = bytes.withUnsafeBytes { $0.endOfFieldText(from: 0) }
          #expect(found == wanted)
          #expect(bytes.withUnsafeBytes { $0.isASCII } == bytes.allSatisfy { $0 < 0x80 })
        }
      }
    }
  }

  /// The same of targets, from any place and up to any limit.
  @Test func findsTheEndOfAPlainTargetWhereverItStands() {
    for filler: UInt8 in [0x21, 0x22, 0x24, 0x26, 0x3E, 0x40, 0x61, 0x7E] {
      for byte in UInt8.min ... .max {
        let isPlain = Octet.isTarget(byte) && byte != Octet.percent && byte != Octet.question
        for place in 0..<19 {
          var bytes = [UInt8](repeating: filler, count: 19)
          bytes[place] = byte
          for (start, limit) in [(0, 19), (0, 12), (3, 19), (3, 11), (11, 40)] {
            let end = min(limit, 19)
            let isSeen = !isPlain && (start..<end).contains(place)
            let found = bytes.withUnsafeBytes { $0.endOfPlainTarget(from: start, limit: limit) }
            #expect(found == (isSeen ? place : end))
          }
        }
      }
    }
  }

  @Test func everyRefusalHasItsOwnCodeAndASentence() {
    let all: [ParseError] = [
      .bareLineFeed(at: 1), .bareCarriageReturn(at: 1), .repeatedEmptyLine, .malformedMethod(at: 1),
      .methodTooLong(limit: 1), .unknownMethod, .malformedTarget(at: 1), .targetTooLong(limit: 1),
      .malformedVersion(at: 1), .unsupportedVersion, .foldedLine(at: 1), .malformedFieldName(at: 1),
      .malformedFieldValue(at: 1), .headTooLarge(limit: 1), .tooManyFields(limit: 1), .missingHost,
      .repeatedHost,
      .malformedHost, .unknownExpectation, .repeatedContentLength, .malformedContentLength,
      .contentTooLarge(limit: 1),
      .repeatedTransferEncoding, .malformedTransferEncoding, .unknownTransferCoding,
      .unexpectedTransferEncoding,
      .conflictingFraming, .malformedChunkSize(at: 1), .malformedChunkExtension(at: 1),
      .chunkExtensionsTooLarge(limit: 1), .malformedChunkEnd(at: 1), .trailersTooLarge(limit: 1),
      .tooManyTrailers(limit: 1), .framingInTrailer, .endedEarly, .tooSlow, .overloaded,
    ]
    #expect(Set(all.map(\.code)).count == all.count)
    #expect(Set(all.map(\.reason)).count == all.count)
    let tooLarge = ParseError.contentTooLarge(limit: 53_477_376)
    #expect(tooLarge.reason == "The body is larger than 51 MB.")
    for error in all {
      #expect(error.reason.hasSuffix("."))
      #expect(error.reason.contains(" "))
      #expect((400...505).contains(error.status.code))
    }
  }

  @Test func everyMethodIsRecognised() {
    for method in HTTP.Method.allCases {
      let bytes = [UInt8](method.rawValue.utf8)
      #expect(bytes.withUnsafeBytes { HTTP.Method($0) } == method)
      #expect((bytes + [0x58]).withUnsafeBytes { HTTP.Method($0) } == nil)
      #expect(bytes.dropLast().withUnsafeBytes { HTTP.Method($0) } == nil)
    }
  }
}
