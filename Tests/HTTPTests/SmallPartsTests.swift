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

  @Test func classesOfOctetsAreThoseOfTheGrammar() {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let digits = "0123456789"
    let token = Set((letters + digits + "!#$%&'*+-.^_`|~").utf8)
    let name = Set((letters + digits + "-._~!$&'()*+,;=").utf8)
    for octet in UInt8.min ... .max {
      #expect(Octet.isToken(octet) == token.contains(octet))
      #expect(Octet.isRegisteredName(octet) == name.contains(octet))
      #expect(Octet.isTarget(octet) == ((0x21...0x7E).contains(octet) && octet != 0x23))
      #expect(Octet.isFieldText(octet) == ((octet >= 0x20 && octet != 0x7F) || octet == 9))
      #expect(Octet.isDigit(octet) == Set(digits.utf8).contains(octet))
      let text = String(UnicodeScalar(octet))
      let hex = octet < 0x80 && octet != 0x2B && octet != 0x2D ? UInt8(text, radix: 16) : nil
      #expect(Octet.hexValue(octet) == hex)
      #expect(octet >= 0x80 || Octet.lowercased(octet) == Array(text.lowercased().utf8)[0])
      #expect(octet < 0x80 || Octet.lowercased(octet) == octet)
    }
  }

  /// Every octet at every place of a word, among plain ones, obs-text and tabs.
  @Test func findsTheEndOfFieldTextWhereverItStands() {
    for filler: UInt8 in [0x20, 0x61, 0x7E, 0x80, 0xFF, 0x09] {
      for octet in UInt8.min ... .max {
        for place in 0..<19 {
          var octets = [UInt8](repeating: filler, count: 19)
          octets[place] = octet
          let wanted = Octet.isFieldText(octet) ? 19 : place
          let found = octets.withUnsafeBytes { $0.endOfFieldText(from: 0) }
          #expect(found == wanted)
          #expect(octets.withUnsafeBytes { $0.isASCII } == octets.allSatisfy { $0 < 0x80 })
        }
      }
    }
  }

  /// The same of targets, from any place and up to any limit.
  @Test func findsTheEndOfAPlainTargetWhereverItStands() {
    for filler: UInt8 in [0x21, 0x22, 0x24, 0x26, 0x3E, 0x40, 0x61, 0x7E] {
      for octet in UInt8.min ... .max {
        let isPlain = Octet.isTarget(octet) && octet != Octet.percent && octet != Octet.question
        for place in 0..<19 {
          var octets = [UInt8](repeating: filler, count: 19)
          octets[place] = octet
          for (start, limit) in [(0, 19), (0, 12), (3, 19), (3, 11), (11, 40)] {
            let end = min(limit, 19)
            let isSeen = !isPlain && (start..<end).contains(place)
            let found = octets.withUnsafeBytes { $0.endOfPlainTarget(from: start, limit: limit) }
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
      #expect(error.reason.hasSuffix(".") && error.reason.contains(" "))
      #expect((400...505).contains(error.status.code))
    }
  }

  @Test func everyMethodIsRecognised() {
    for method in HTTP.Method.allCases {
      let octets = [UInt8](method.rawValue.utf8)
      #expect(octets.withUnsafeBytes { HTTP.Method($0) } == method)
      #expect((octets + [0x58]).withUnsafeBytes { HTTP.Method($0) } == nil)
      #expect(octets.dropLast().withUnsafeBytes { HTTP.Method($0) } == nil)
    }
  }
}
