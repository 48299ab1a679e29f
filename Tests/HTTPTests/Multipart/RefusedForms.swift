import HTTP
import Testing

/// A form that must be refused, and where.
struct RefusedForm: CustomTestStringConvertible {
  let testDescription: String
  /// Ends with the byte that makes it invalid.
  let bytes: [UInt8]
  let error: MultipartError

  /// `@@` stands before the byte that is named, and is cut out.
  init(
    _ what: String, _ body: String, _ kind: MultipartError.Kind, _ part: Int? = nil,
    _ name: String? = nil
  ) {
    self.init(what, [UInt8](body.utf8), kind, part, name)
  }

  init(
    _ what: String, _ body: [UInt8], _ kind: MultipartError.Kind, _ part: Int? = nil,
    _ name: String? = nil
  ) {
    testDescription = what
    let mark = zip(body.indices, body.indices.dropFirst()).first {
      body[$0] == 0x40 && body[$1] == 0x40
    }
    let offset = mark?.0 ?? body.count
    bytes = Array(body[..<offset] + body[offset...].dropFirst(2))
    error = MultipartError(kind, part: part, name: name, offset: offset)
  }

  static let all = delimiters + fields + dispositions + otherFields

  private static let head = "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n"
  private static let first = head + "\r\nx"

  static let delimiters: [RefusedForm] = [
    RefusedForm("bare LF behind a boundary", "--b@@\n", .bareLineFeed),
    RefusedForm("bare CR behind a boundary", "--b@@\rC", .bareCarriageReturn),
    RefusedForm("bare LF behind padding", "--b @@\n", .bareLineFeed),
    RefusedForm("a longer boundary", first + "\r\n--b@@x", .malformedDelimiter, 1, "f"),
    RefusedForm("half an end", first + "\r\n--b-@@\r", .malformedDelimiter, 1, "f"),
    RefusedForm("padding before the end", first + "\r\n--b @@-", .malformedDelimiter, 1, "f"),
    RefusedForm("text behind the end", first + "\r\n--b--@@x", .malformedDelimiter, 1, "f"),
    RefusedForm("bare LF behind the end", first + "\r\n--b--@@\n", .bareLineFeed, 1, "f"),
    RefusedForm("bare CR behind the end", first + "\r\n--b--@@\rx", .bareCarriageReturn, 1, "f"),
    RefusedForm("bare LF before a delimiter", first + "\n--b--", .endedEarly, 1, "f"),
    RefusedForm("no delimiter at all", "xyz", .endedEarly),
    RefusedForm("nothing", "", .endedEarly),
    RefusedForm("no end", first + "\r\n--b\r\n", .endedEarly, 2),
    RefusedForm("half a delimiter", first + "\r\n--", .endedEarly, 1, "f"),
    RefusedForm("a last line half ended", first + "\r\n--b--@@\r", .bareCarriageReturn, 1, "f"),
  ]

  static let fields: [RefusedForm] = [
    RefusedForm("no head", "--b\r\n@@\r\n", .missingDisposition, 1),
    RefusedForm("bare LF in a field", "--b\r\nX: y@@\n", .bareLineFeed, 1),
    RefusedForm("bare LF in a name", "--b\r\nX@@\n", .bareLineFeed, 1),
    RefusedForm("bare LF as a line", head + "@@\n", .bareLineFeed, 1, "f"),
    RefusedForm("bare CR in a field", "--b\r\nX: y@@\rz", .bareCarriageReturn, 1),
    RefusedForm("bare CR before the data", head + "@@\rx", .bareCarriageReturn, 1, "f"),
    RefusedForm("a folded line", head + "@@ ", .foldedLine, 1, "f"),
    RefusedForm("a folded line with a tab", "--b\r\n@@\t", .foldedLine, 1),
    RefusedForm("no name of a field", "--b\r\n@@:", .malformedFieldName, 1),
    RefusedForm("a space before the colon", "--b\r\nX@@ ", .malformedFieldName, 1),
    RefusedForm("a field without a colon", "--b\r\nX@@\r", .malformedFieldName, 1),
    RefusedForm("NUL in a name", "--b\r\nX@@\0", .containsNull, 1),
    RefusedForm(
      "NUL in a filename", "--b\r\nContent-Disposition: form-data; filename=\"a@@\0",
      .containsNull, 1),
    RefusedForm("a control in a value", "--b\r\nX: @@\u{1}", .malformedFieldValue, 1),
    RefusedForm("DEL in a value", "--b\r\nX: @@\u{7F}", .malformedFieldValue, 1),
  ]

  private static func disposition(
    _ what: String, _ value: String, _ kind: MultipartError.Kind, _ name: String? = nil
  ) -> RefusedForm {
    RefusedForm(what, "--b\r\nContent-Disposition:\(value)\r\n", kind, 1, name)
  }

  static let dispositions: [RefusedForm] = [
    disposition("an empty disposition", "@@", .malformedDisposition),
    disposition("a disposition of mail", " @@attachment; name=f", .unknownDisposition),
    disposition("no semicolon", " form-data @@name=f", .malformedDisposition),
    disposition("no value", " form-data; name@@", .malformedDisposition),
    disposition("an empty value", " form-data; name=@@", .malformedDisposition),
    disposition("space around =", " form-data; name@@ = f", .malformedDisposition),
    disposition(
      "a quote that stays open", " form-data; name=\"f\"; filename=\"a@@",
      .malformedDisposition, "f"),
    disposition("a quote that was escaped", " form-data; name=\"f\\\"@@", .malformedDisposition),
    disposition("text behind a quote", " form-data; name=\"f\"@@g", .malformedDisposition, "f"),
    disposition(
      "a bare filename with spaces", " form-data; name=f; filename=a @@b.png",
      .malformedDisposition, "f"),
    disposition("two names", " form-data; name=f; @@NAME=g", .repeatedParameter, "f"),
    disposition(
      "two filenames", " form-data; name=f; filename=a; @@filename=b",
      .repeatedParameter, "f"),
    disposition("filename*", " form-data; name=f; @@filename*=UTF-8''b", .extendedParameter, "f"),
    disposition("name*", " form-data; @@name*=UTF-8''b; name=f", .extendedParameter),
    RefusedForm(
      "no name", "--b\r\n@@Content-Disposition: form-data; filename=f\r\n", .missingName, 1),
    RefusedForm(
      "an empty name", "--b\r\n@@Content-Disposition: form-data; name=\"\"\r\n", .missingName, 1),
    RefusedForm(
      "a name that is not UTF-8",
      [UInt8]("--b\r\nContent-Disposition: form-data; @@name=\"".utf8) + [0xED, 0xA0, 0x80]
        + [UInt8]("\"\r\n".utf8), .invalidText, 1),
    RefusedForm(
      "a filename that is not UTF-8",
      [UInt8]("--b\r\nContent-Disposition: form-data; name=f; @@filename=".utf8) + [0xC3]
        + [UInt8]("\r\n".utf8), .invalidText, 1, "f"),
    RefusedForm(
      "two dispositions", head + "@@Content-Disposition: form-data; name=g\r\n", .repeatedField, 1,
      "f"),
  ]

  static let otherFields: [RefusedForm] = [
    RefusedForm(
      "a nested form", head + "@@Content-Type: multipart/mixed; boundary=c\r\n",
      .nestedMultipart, 1, "f"),
    RefusedForm(
      "a nested form with a boundary",
      head + "@@Content-Type: multipart/form-data; boundary=c\r\n", .nestedMultipart, 1, "f"),
    RefusedForm(
      "two types of which none can be parsed",
      head + "Content-Type: image\r\n@@Content-Type: null\r\n", .repeatedField, 1, "f"),
    RefusedForm(
      "two types", head + "Content-Type: a/b\r\n@@Content-Type: a/b\r\n",
      .repeatedField, 1, "f"),
    RefusedForm(
      "base64", head + "@@Content-Transfer-Encoding: base64\r\n",
      .unknownTransferEncoding, 1, "f"),
    RefusedForm(
      "quoted-printable", head + "@@Content-Transfer-Encoding: quoted-printable\r\n",
      .unknownTransferEncoding, 1, "f"),
    RefusedForm(
      "two transfer encodings",
      head + "Content-Transfer-Encoding: binary\r\n@@Content-Transfer-Encoding: 8bit\r\n",
      .repeatedField, 1, "f"),
  ]
}
