import ConformanceCorpus
import Testing

@testable import HTTP

@Suite struct MultipartParserTests {
  @Test("reads a form however it arrives", arguments: AcceptedForm.all)
  func reads(_ form: AcceptedForm) {
    let whole = FormFeeding.whole(form.bytes, boundary: form.boundary)
    #expect(whole.refusal == nil)
    #expect(whole.hasEnded)
    #expect(whole.parts.map(\.summary) == form.parts)
    #expect(whole.parts.allSatisfy { $0.isComplete })
    #expect(whole.parts.map(\.head.index) == Array(form.parts.indices.map { $0 + 1 }))
    for part in whole.parts {
      #expect(form.bytes.dropFirst(part.head.dataOffset).starts(with: part.data))
    }
    #expect(FormFeeding.byteByByte(form.bytes, boundary: form.boundary).outcome == whole)
    for cut in 0...form.bytes.count {
      let lengths = [cut, form.bytes.count]
      let split = FormFeeding.split(form.bytes, at: lengths, boundary: form.boundary).outcome
      #expect(split == whole, "cut at \(cut)")
    }
  }

  @Test("no beginning of a form is a form", arguments: AcceptedForm.all)
  func needsItsEnd(_ form: AcceptedForm) {
    guard let end = form.bytes.firstRange(of: [UInt8]("--\(form.boundary)--".utf8)) else {
      Issue.record("the form has no end")
      return
    }
    for count in 0..<end.upperBound {
      let outcome = FormFeeding.whole(Array(form.bytes[..<count]), boundary: form.boundary)
      #expect(outcome.refusal?.kind == .endedEarly)
      #expect(outcome.refusal?.offset == count)
    }
  }

  @Test("refuses with the first bad byte, naming part and byte", arguments: RefusedForm.all)
  func refuses(_ form: RefusedForm) {
    let count = form.bytes.count
    let whole = FormFeeding.whole(form.bytes)
    #expect(whole.refusal == form.error)
    let single = FormFeeding.byteByByte(form.bytes)
    #expect(single.outcome == whole)
    #expect(single.fed == count)
    for cut in 0...count {
      #expect(FormFeeding.split(form.bytes, at: [cut, count]).outcome == whole, "cut at \(cut)")
    }
    // What comes behind does not count, unless it was the end that is missing.
    guard form.error.kind != .endedEarly, form.bytes.last != 0x0D else { return }
    let longer = form.bytes + [UInt8]("\r\n\r\nx\r\n--b--\r\n".utf8)
    #expect(FormFeeding.whole(longer) == whole)
    let again = FormFeeding.byteByByte(longer)
    #expect(again.outcome == whole)
    #expect(again.fed == count)
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
      #expect(error.code != "malformed_form")
      #expect(error.reason.hasSuffix("."))
      #expect([400, 413, 415].contains(error.status.code))
      #expect(error.description.contains(" part 2 byte 7 "))
      #expect(!error.description.contains("secret"))
    }
  }

  /// Counted and not timed: no data makes the parser look at a byte again and again.
  @Test("every byte is looked at a few times at most, however data is made")
  func isLinear() throws {
    let boundary = String(repeating: "b", count: 70)
    let near = "\r\n--" + boundary.dropLast()
    let fillers = [
      "\r", "\r\n", "\r\n--", near, near + "\r", "\r\n-", "x", "x\r", "\r\n--b", "\r\n--\r\n--",
    ]
    for filler in fillers {
      let data = String(repeating: filler, count: 100_000 / filler.utf8.count)
      let head = "--\(boundary)\r\nContent-Disposition: form-data; name=f\r\n\r\n"
      let bytes = [UInt8]((head + data + "\r\n--\(boundary)--").utf8)
      for length in [bytes.count, 1, 3, 71] {
        var parser = MultipartParser(try #require(MultipartBoundary(boundary)))
        var read: [UInt8] = []
        var at = 0
        while at < bytes.count {
          let rest = bytes[at..<min(at + length, bytes.count)]
          let progress = try rest.withUnsafeBytes { try parser.parse($0, into: &read) }
          at += progress.consumed
        }
        try parser.finish()
        #expect(read.count == data.utf8.count)
        #expect(parser.examined <= 3 * bytes.count + 100, "\(filler.utf8) by \(length)")
        #expect(parser.head.line.count <= head.utf8.count)
      }
    }
  }
}

/// Broken forms: whatever they are, the parser says the same however they arrive, and keeps within
/// the limits.
@Suite struct MultipartMutationTests {
  /// What means something in a form and nothing elsewhere.
  private static let favourites = [[UInt8]("-".utf8), [UInt8]("b".utf8), [UInt8]("\r\n--b".utf8)]

  @Test func mutatedFormsAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let seeds =
      AcceptedForm.all.filter { $0.boundary == "b" }.map(\.bytes)
      + RefusedForm.all.map(\.bytes)
    var limits = MultipartLimits()
    limits.parts = 3
    limits.partBytes = 40
    limits.bodyBytes = 400
    for round in 0..<4000 {
      let bytes = Mutation.of(
        seeds.randomElement(using: &random) ?? [], &random, inserting: Self.favourites)
      let whole = FormFeeding.whole(bytes, limits)
      let single = FormFeeding.byteByByte(bytes, limits).outcome
      #expect(whole == single, "seed \(seed), round \(round): \(bytes)")
      let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
      let split = FormFeeding.split(bytes, at: cuts + [bytes.count], limits).outcome
      #expect(whole == split, "seed \(seed), round \(round), cuts \(cuts): \(bytes)")
      #expect(whole.parts.count <= 3)
      #expect(whole.parts.allSatisfy { $0.data.count <= 40 })
      #expect(whole.refusal != nil || whole.hasEnded)
      #expect((whole.refusal?.offset ?? 0) <= bytes.count)
    }
  }
}
