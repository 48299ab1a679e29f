import Testing

@testable import HTTP

@Suite struct MultipartParserTests {
  @Test("reads a form however it arrives", arguments: AcceptedForm.all)
  func reads(_ form: AcceptedForm) {
    let whole = FormFeeding.whole(form.octets, boundary: form.boundary)
    #expect(whole.refusal == nil && whole.hasEnded)
    #expect(whole.parts.map(\.summary) == form.parts)
    #expect(whole.parts.allSatisfy { $0.isComplete })
    #expect(whole.parts.map(\.head.index) == Array(form.parts.indices.map { $0 + 1 }))
    for part in whole.parts {
      #expect(form.octets.dropFirst(part.head.dataOffset).starts(with: part.data))
    }
    #expect(FormFeeding.octetByOctet(form.octets, boundary: form.boundary).outcome == whole)
    for cut in 0...form.octets.count {
      let lengths = [cut, form.octets.count]
      let split = FormFeeding.split(form.octets, at: lengths, boundary: form.boundary).outcome
      #expect(split == whole, "cut at \(cut)")
    }
  }

  @Test("no beginning of a form is a form", arguments: AcceptedForm.all)
  func needsItsEnd(_ form: AcceptedForm) {
    guard let end = form.octets.firstRange(of: [UInt8]("--\(form.boundary)--".utf8)) else {
      Issue.record("the form has no end")
      return
    }
    for count in 0..<end.upperBound {
      let outcome = FormFeeding.whole(Array(form.octets[..<count]), boundary: form.boundary)
      #expect(outcome.refusal?.kind == .endedEarly && outcome.refusal?.offset == count)
    }
  }

  @Test("refuses with the first bad octet, naming part and octet", arguments: RefusedForm.all)
  func refuses(_ form: RefusedForm) {
    let count = form.octets.count
    let whole = FormFeeding.whole(form.octets)
    #expect(whole.refusal == form.error)
    let single = FormFeeding.octetByOctet(form.octets)
    #expect(single.outcome == whole && single.fed == count)
    for cut in 0...count {
      #expect(FormFeeding.split(form.octets, at: [cut, count]).outcome == whole, "cut at \(cut)")
    }
    // What comes behind does not count, unless it was the end that is missing.
    guard form.error.kind != .endedEarly, form.octets.last != 0x0D else { return }
    let longer = form.octets + [UInt8]("\r\n\r\nx\r\n--b--\r\n".utf8)
    #expect(FormFeeding.whole(longer) == whole)
    let again = FormFeeding.octetByOctet(longer)
    #expect(again.outcome == whole && again.fed == count)
  }

  @Test func refusesForEverAfterARefusal() throws {
    let boundary = try #require(MultipartBoundary("b"))
    var parser = MultipartParser(boundary)
    var data: [UInt8] = []
    let error = MultipartError(.bareLineFeed, offset: 3)
    for text in ["--b\n", "--b--\r\n"] {
      #expect(throws: error) {
        try [UInt8](text.utf8).withUnsafeBytes { try parser.parse($0, into: &data) }
      }
    }
    #expect(throws: error) { try parser.finish() }
  }

  @Test func everyRefusalHasItsOwnCodeAndASentence() {
    let kinds: [MultipartError.Kind] = [
      .notFormData, .malformedContentType, .repeatedContentType, .missingBoundary,
      .malformedBoundary, .preambleTooLarge(limit: 1), .malformedDelimiter,
      .tooManyParts(limit: 1), .bodyTooLarge(limit: 1), .epilogueTooLarge(limit: 1), .endedEarly,
      .bareLineFeed, .bareCarriageReturn, .foldedLine, .malformedFieldName, .malformedFieldValue,
      .containsNull, .partHeadTooLarge(limit: 1), .tooManyFields(limit: 1), .repeatedField,
      .missingDisposition, .malformedDisposition, .unknownDisposition, .repeatedParameter,
      .extendedParameter, .missingName, .nameTooLong(limit: 1), .filenameTooLong(limit: 1),
      .invalidText, .nestedMultipart, .unknownTransferEncoding,
      .partTooLarge(limit: 1),
    ]
    let errors = kinds.map { MultipartError($0, part: 2, name: "secret", offset: 7) }
    #expect(Set(errors.map(\.code)).count == kinds.count)
    #expect(Set(errors.map(\.reason)).count == kinds.count)
    for error in errors {
      #expect(error.code != "malformed_form" && error.reason.hasSuffix("."))
      #expect([400, 413, 415].contains(error.status.code))
      #expect(error.description.contains(" part 2 octet 7 "))
      #expect(!error.description.contains("secret"))
    }
  }

  /// Counted and not timed: no data makes the parser look at an octet again and again.
  @Test("every octet is looked at a few times at most, however data is made")
  func isLinear() throws {
    let boundary = String(repeating: "b", count: 70)
    let near = "\r\n--" + boundary.dropLast()
    let fillers = [
      "\r", "\r\n", "\r\n--", near, near + "\r", "\r\n-", "x", "x\r", "\r\n--b", "\r\n--\r\n--",
    ]
    for filler in fillers {
      let data = String(repeating: filler, count: 100_000 / filler.utf8.count)
      let head = "--\(boundary)\r\nContent-Disposition: form-data; name=f\r\n\r\n"
      let octets = [UInt8]((head + data + "\r\n--\(boundary)--").utf8)
      for length in [octets.count, 1, 3, 71] {
        var parser = MultipartParser(try #require(MultipartBoundary(boundary)))
        var read: [UInt8] = []
        var at = 0
        while at < octets.count {
          let rest = octets[at..<min(at + length, octets.count)]
          let progress = try rest.withUnsafeBytes { try parser.parse($0, into: &read) }
          at += progress.consumed
        }
        try parser.finish()
        #expect(read.count == data.utf8.count)
        #expect(parser.examined <= 3 * octets.count + 100, "\(filler.utf8) by \(length)")
        #expect(parser.head.line.count <= head.utf8.count)
      }
    }
  }
}
