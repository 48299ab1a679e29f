import HTTP
import Testing

/// Each limit is reached, and passed by one.
@Suite struct MultipartLimitsTests {
  private static let disposition = "Content-Disposition: form-data; name=f\r\n"

  private static var small: MultipartLimits {
    var limits = MultipartLimits()
    limits.parts = 2
    limits.partHeadBytes = 60
    limits.partHeadFields = 3
    limits.partBytes = 10
    limits.bodyBytes = 150
    limits.nameBytes = 4
    limits.filenameBytes = 5
    limits.preambleBytes = 6
    limits.epilogueBytes = 7
    return limits
  }

  private func form(_ head: String, _ data: String = "x") -> String {
    "--b\r\n\(head)\r\n\(data)\r\n--b--"
  }

  /// `within` is read, `beyond` is refused at `offset`, both however they arrive.
  private func check(
    _ within: String, _ beyond: String, _ kind: MultipartError.Kind, at offset: Int
  ) {
    let accepted = [UInt8](within.utf8)
    let refused = [UInt8](beyond.utf8)
    let whole = FormFeeding.whole(accepted, Self.small)
    #expect(whole.refusal == nil, "\(within)")
    #expect(whole.hasEnded, "\(within)")
    #expect(FormFeeding.byteByByte(accepted, Self.small).outcome == whole)
    let refusal = FormFeeding.whole(refused, Self.small)
    #expect(refusal.refusal?.kind == kind, "\(refusal)")
    #expect(refusal.refusal?.offset == offset, "\(refusal)")
    #expect(FormFeeding.byteByByte(refused, Self.small).outcome == refusal)
    for cut in refused.indices {
      let split = FormFeeding.split(refused, at: [cut, refused.count], Self.small).outcome
      #expect(split == refusal, "cut at \(cut)")
    }
  }

  @Test func parts() {
    let part = "--b\r\n\(Self.disposition)\r\nx\r\n"
    check(
      part + part + "--b--", part + part + part + "--b--", .tooManyParts(limit: 2),
      at: 2 * part.utf8.count)
  }

  @Test func bytesOfAHead() {
    // 40 bytes of disposition, 2 of the empty line, 4 of `X: ` and its line end.
    let head = Self.disposition + "X:" + String(repeating: "y", count: 14) + "\r\n"
    check(
      form(head), form("Y" + head), .partHeadTooLarge(limit: 60), at: 5 + 60)
  }

  @Test func bytesOfPadding() {
    let spaces = String(repeating: " ", count: 60)
    let part = "\r\n\(Self.disposition)\r\nx\r\n--b--"
    check("--b\(spaces)" + part, "--b\t\(spaces)" + part, .partHeadTooLarge(limit: 60), at: 3 + 60)
  }

  @Test func fieldsOfAHead() {
    let head = Self.disposition + "X:\r\nY:\r\n"
    check(form(head), form(head + "Z:\r\n"), .tooManyFields(limit: 3), at: 5 + head.utf8.count)
  }

  @Test func bytesOfAPart() {
    let start = 5 + Self.disposition.utf8.count + 2
    for (within, beyond) in [
      ("0123456789", "0123456789x"), ("012345678\r", "012345678\r\n"),
      ("0123456\r\n-", "0123456\r\n--"), ("\r\n--\r\n--\r\n", "\r\n--\r\n--\r\n--\r"),
    ] {
      check(
        form(Self.disposition, within), form(Self.disposition, beyond),
        .partTooLarge(limit: 10), at: start + 10)
    }
  }

  @Test func bytesOfTheBody() {
    let part = "--b\r\n\(Self.disposition)\r\n0123456789\r\n"
    let rest = part + "--b--\r\n12"
    let padding = String(repeating: " ", count: 150 - part.utf8.count - rest.utf8.count)
    let within = part.replacing("--b", with: "--b" + padding, maxReplacements: 1) + rest
    #expect(within.utf8.count == 150)
    check(within, within + "3", .bodyTooLarge(limit: 150), at: 150)
    let unended = within.replacing("--b--", with: "--b\(padding)", maxReplacements: 1)
    check(within, unended + padding, .bodyTooLarge(limit: 150), at: 150)
  }

  @Test func bytesOfNames() {
    let within = #"Content-Disposition: form-data; name="a%22%22d""# + "\r\n"
    let beyond = #"Content-Disposition: form-data; name="가나""# + "\r\n"
    check(form(within), form(beyond), .nameTooLong(limit: 4), at: 5 + 32)
  }

  @Test func bytesOfFilenames() {
    let within = #"Content-Disposition: form-data; name=f;filename="가ab""# + "\r\n"
    let beyond = #"Content-Disposition: form-data; name=f;filename="가abc""# + "\r\n"
    check(form(within), form(beyond), .filenameTooLong(limit: 5), at: 5 + 39)
  }

  @Test func bytesOfThePreamble() {
    let rest = "\r\n" + form(Self.disposition)
    check("012345" + rest, "0123456" + rest, .preambleTooLarge(limit: 6), at: 6)
    check("0123\r\n" + rest, "0123\r\n-" + rest, .preambleTooLarge(limit: 6), at: 6)
    let never = String(repeating: "x", count: 200)
    check("012345" + rest, never, .preambleTooLarge(limit: 6), at: 6)
  }

  @Test func bytesOfTheEpilogue() {
    let end = form(Self.disposition)
    check(
      end + "\r\n12345", end + "\r\n123456", .epilogueTooLarge(limit: 7), at: end.utf8.count + 7)
    check(
      end + "       ", end + "        ", .epilogueTooLarge(limit: 7), at: end.utf8.count + 7)
  }

  /// What the defaults are for: the flood is refused long before it is over.
  @Test func floodsEndEarly() {
    let empty = String(repeating: "\r\n", count: 5_000)
    let preamble = FormFeeding.whole([UInt8]((empty + form(Self.disposition)).utf8))
    #expect(preamble.refusal == MultipartError(.preambleTooLarge(limit: 1024), offset: 1024))
    let part = "--b\r\n\(Self.disposition)\r\nx\r\n"
    let parts = FormFeeding.whole([UInt8](String(repeating: part, count: 10_000).utf8))
    #expect(parts.refusal?.kind == .tooManyParts(limit: 64))
    let fields = Self.disposition + String(repeating: "X: y\r\n", count: 1_000)
    #expect(
      FormFeeding.whole([UInt8](form(fields).utf8)).refusal?.kind == .tooManyFields(limit: 16))
    let long = "X: " + String(repeating: "y", count: 100_000)
    #expect(
      FormFeeding.whole([UInt8](form(long).utf8)).refusal
        == MultipartError(.partHeadTooLarge(limit: 8192), part: 1, offset: 5 + 8192))
  }

  @Test func sizesAreToldAsPeopleReadThem() {
    let limit = 53_477_376
    for (kind, reason) in [
      (MultipartError.Kind.bodyTooLarge(limit: limit), "The form is larger than 51 MB."),
      (.partTooLarge(limit: limit), "The part is larger than 51 MB."),
      (.partHeadTooLarge(limit: 1_536), "The head of the part is larger than 1.5 KB."),
      (.epilogueTooLarge(limit: 1_024), "More than 1 KB follow the last delimiter."),
      (.nameTooLong(limit: 100), "The name of the part is longer than 100 bytes."),
    ] {
      #expect(MultipartError(kind).reason == reason)
    }
  }
}
