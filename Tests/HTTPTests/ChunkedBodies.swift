import HTTP
import Testing

/// A chunked body and its data.
struct AcceptedBody: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let data: String

  init(_ text: String, _ data: String) {
    bytes = [UInt8](text.utf8)
    self.data = data
  }

  var testDescription: String { String(decoding: bytes.prefix(60), as: UTF8.self) }

  static let all = [
    AcceptedBody("0\r\n\r\n", ""), AcceptedBody("000\r\n\r\n", ""),
    AcceptedBody("5\r\nhello\r\n0\r\n\r\n", "hello"),
    AcceptedBody("3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "hello"),
    AcceptedBody("0000000000000003\r\n\r\n0\r\n0\r\n\r\n", "\r\n0"),
    AcceptedBody(
      "aB\r\n\(String(repeating: "x", count: 171))\r\n0\r\n\r\n", String(repeating: "x", count: 171)
    ),
    AcceptedBody("1;a\r\nx\r\n0\r\n\r\n", "x"), AcceptedBody("1;a=b;c=d\r\nx\r\n0;e\r\n\r\n", "x"),
    AcceptedBody("1 \t;\t a \t= \tb \t; c\r\nx\r\n0\r\n\r\n", "x"),
    AcceptedBody("1;a=\"\"\r\nx\r\n0\r\n\r\n", "x"),
    AcceptedBody("1;a=\"b;\\\"\\\\ \t새\";c=\"d\" ;e\r\nx\r\n0\r\n\r\n", "x"),
    AcceptedBody("1;a ;b\r\nx\r\n0\r\n\r\n", "x"),
    AcceptedBody(
      "1\r\nx\r\n0\r\nX: y\r\nContent-Length5:\t5 \r\nContent-Lengt: 5\r\nZ:\r\n\r\n", "x"),
    AcceptedBody("0\r\nX: 새\r\n\r\n", ""),
    AcceptedBody("1;\(String(repeating: "a", count: 4095))\r\nx\r\n0\r\n\r\n", "x"),
    AcceptedBody("0\r\n" + String(repeating: "X: y\r\n", count: 32) + "\r\n", ""),
    AcceptedBody("0\r\nX:\(String(repeating: "y", count: 4090))\r\n\r\n", ""),
  ]
}

/// A chunked body up to the byte that must be refused, which is the last.
struct RefusedBody: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let error: ParseError

  init(_ text: String, _ error: (Int) -> ParseError) {
    bytes = [UInt8](text.utf8)
    self.error = error(bytes.count - 1)
  }

  init(_ text: String, _ error: ParseError) { self.init(text) { _ in error } }

  var testDescription: String {
    "\(error.code) \(String(decoding: bytes.suffix(40), as: UTF8.self))"
  }

  static let all = sizes + extensions + ends + trailers

  private static let sizes =
    [
      "\r", "\n", " ", "\t", "+", "-", "x", "G", ";", "0x", "5h", "1_", "5.", "5\0", "5\u{B}",
      "5\n", "5\rh", "5\r\r",
      "0\n", "00000000000000000",
    ].map { RefusedBody($0, ParseError.malformedChunkSize) }
    + [
      "1000001", "7ffffff", "FFFFFFF", "f000000", "5\r\nhello\r\n0FFFFFC",
    ].map { RefusedBody($0) { _ in .contentTooLarge(limit: 16_777_216) } }

  private static let extensions =
    [
      "5 \r", "5 a", "0 r", "5;\r", "5; \r", "5;=", "5;;", "5;a\n", "5;a\rb", "5;a=\r", "5;a=;",
      "5;a \r", "5;a b",
      "5;a= \r", "5;a=b c", "5;a=b \r", "5;a=\"\r", "5;a=\"\n", "5;a=\"\0", "5;a=\"\\\r",
      "5;a=\"b\"c", "5;[", "5;a[",
      "5;a=[", "5;a=b[", "5;a\u{7F}", "5;a=\"\u{7F}",
    ].map { text in
      RefusedBody(text) { at in
        text == "5;a\rb" ? .malformedChunkSize(at: at) : .malformedChunkExtension(at: at)
      }
    } + [
      RefusedBody("1;" + String(repeating: "a", count: 4096)) { _ in
        .chunkExtensionsTooLarge(limit: 4096)
      },
      RefusedBody(String(repeating: "1;abc\r\nx\r\n", count: 1024) + "1;") { _ in
        .chunkExtensionsTooLarge(limit: 4096)
      },
    ]

  private static let ends = [
    "1\r\nx\n", "1\r\nxy", "1\r\nx0", "1\r\nx\rX", "1\r\nx\r\r", "1\r\n\r\n",
  ].map {
    RefusedBody($0, ParseError.malformedChunkEnd)
  }

  private static let trailers =
    ["0\r\nX ", "0\r\nX\r", "0\r\n:", "0\r\nX@", "0\r\nX: y\r\n@", "0\r\nX\0", "0\r\nGET "].map {
      RefusedBody($0, ParseError.malformedFieldName)
    } + ["0\r\nX: \0", "0\r\nX: a\u{7F}"].map { RefusedBody($0, ParseError.malformedFieldValue) }
    + [
      RefusedBody("0\r\n ", ParseError.foldedLine),
      RefusedBody("0\r\nX: y\r\n\t", ParseError.foldedLine),
      RefusedBody("0\r\n\n", ParseError.bareLineFeed),
      RefusedBody("0\r\nX: y\n", ParseError.bareLineFeed),
      RefusedBody("0\r\nX: y\rZ") { .bareCarriageReturn(at: $0 - 1) },
      RefusedBody("0\r\n\rX") { .bareCarriageReturn(at: $0 - 1) },
      RefusedBody("0\r\nContent-Length:", .framingInTrailer),
      RefusedBody("0\r\nX: y\r\ntransfer-ENCODING:", .framingInTrailer),
      RefusedBody("0\r\n" + String(repeating: "X: y\r\n", count: 32) + "X") { _ in
        .tooManyTrailers(limit: 32)
      },
      RefusedBody("0\r\nX:" + String(repeating: "y", count: 4095)) { _ in
        .trailersTooLarge(limit: 4096)
      },
    ]
}
