import HTTP
import Testing

/// Bytes up to the one that must be refused, which is the last of them.
struct RefusedHead: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let error: ParseError

  init(_ text: String, _ error: (Int) -> ParseError) {
    bytes = [UInt8](text.utf8)
    self.error = error(bytes.count - 1)
  }

  init(_ text: String, _ error: ParseError) { self.init(text) { _ in error } }

  init(bytes: [UInt8], _ error: (Int) -> ParseError) {
    self.bytes = bytes
    self.error = error(bytes.count - 1)
  }

  var testDescription: String {
    "\(error.code) \(String(decoding: bytes.suffix(40), as: UTF8.self))"
  }
}

extension RefusedHead {
  static let all = starts + targets + versions + hosts + fieldLines + lengths + codings + limits

  private static let starts = [
    RefusedHead("\n", ParseError.bareLineFeed), RefusedHead("\r\n\r", .repeatedEmptyLine),
    RefusedHead("\rG") { .bareCarriageReturn(at: $0 - 1) },
    RefusedHead("\r\n\n", ParseError.bareLineFeed),
    RefusedHead(" ", ParseError.malformedMethod), RefusedHead("\0", ParseError.malformedMethod),
    RefusedHead("GET\t", ParseError.malformedMethod),
    RefusedHead("GET\r", ParseError.malformedMethod),
    RefusedHead("GET\n", ParseError.bareLineFeed), RefusedHead("G(", ParseError.malformedMethod),
    RefusedHead(bytes: [0x16], ParseError.malformedMethod),
    RefusedHead(bytes: [0xEF], ParseError.malformedMethod),
    RefusedHead(String(repeating: "M", count: 33), .methodTooLong(limit: 32)),
    RefusedHead("CONNECT ", .unknownMethod), RefusedHead("BREW / HTTP/1.1\r\n", .unknownMethod),
    RefusedHead("get / HTTP/1.1\r\n", .unknownMethod),
    RefusedHead("GETS / HTTP/1.1\r\n", .unknownMethod),
    RefusedHead("PROPFIND / HTTP/1.1\r\n", .unknownMethod),
  ]

  private static let targets =
    [
      "GET  ", "GET x", "GET ?", "GET .", "GET #", "GET /#", "GET /a\0", "GET /\u{1}",
      "GET /\u{7F}", "GET /\t",
      "GET /\r", "GET /?#", "GET /%g", "GET /%2g", "GET /%u", "GET /% ", "GET /%2 ",
      "GET /%2?", "GET http://a/%x",
    ].map { RefusedHead($0, ParseError.malformedTarget) } + [
      RefusedHead(bytes: [UInt8]("GET /".utf8) + [0x80], ParseError.malformedTarget),
      RefusedHead("GET /\n", ParseError.bareLineFeed),
      RefusedHead("GET /%\n", ParseError.bareLineFeed),
      RefusedHead("GET ** ", .malformedTarget(at: 5)),
      RefusedHead("GET * HTTP/1.1\r\n", .malformedTarget(at: 4)),
      RefusedHead("GET http:/a ", .malformedTarget(at: 4)),
      RefusedHead("GET httpx://a ", .malformedTarget(at: 4)),
      RefusedHead("GET h ", .malformedTarget(at: 4)),
      RefusedHead("GET host:80 ", .malformedTarget(at: 4)),
      RefusedHead("GET http:// ", .malformedHost), RefusedHead("GET http:///x ", .malformedHost),
      RefusedHead("GET http://me@a/ ", .malformedHost),
      RefusedHead("GET http://a:b/ ", .malformedHost),
      RefusedHead("GET /" + String(repeating: "a", count: 8192), .targetTooLong(limit: 8192)),
      RefusedHead("GET /?" + String(repeating: "%", count: 8191), .targetTooLong(limit: 8192)),
      RefusedHead(
        "GET /" + String(repeating: "a", count: 8189) + "%41 ", .targetTooLong(limit: 8192)),
    ]

  private static let versions = [
    RefusedHead("GET / h", ParseError.malformedVersion),
    RefusedHead("GET / HTTP/x", ParseError.malformedVersion),
    RefusedHead("GET / HTTP/1,", ParseError.malformedVersion),
    RefusedHead("GET / HTTP/11", ParseError.malformedVersion),
    RefusedHead("GET / HTTP/1.\r", ParseError.malformedVersion),
    RefusedHead("GET / HTTP/1.10", ParseError.malformedVersion),
    RefusedHead("GET / HTTP/1.1 ", ParseError.malformedVersion),
    RefusedHead("GET /  ", ParseError.malformedVersion),
    RefusedHead("GET / HTTP/1.1\n", ParseError.bareLineFeed),
    RefusedHead("GET / \n", ParseError.bareLineFeed),
    RefusedHead("GET / HTTP/1.1\rH") { .bareCarriageReturn(at: $0 - 1) },
    RefusedHead("GET / HTTP/0.9\r\n", .unsupportedVersion),
    RefusedHead("GET / HTTP/2.0\r\n", .unsupportedVersion),
    RefusedHead("PRI * HTTP/2.0\r\n", .unsupportedVersion),
    RefusedHead("BREW / HTTP/3.0\r\n", .unsupportedVersion),
  ]

  private static let start = "POST /p HTTP/1.1\r\nHost: a\r\n"

  private static let hosts =
    [
      "", " ", "a/b", "a b", "a, b", "{", "a\\b", "a#", "a@b", "a?", "http://a", "a:b", "a:-1",
      "a:80:80", "a:65536",
      "a:000080", ":80", "%4", "%zz", "새", "[::1", "[::1]x", "[::1]:x", "x[::1]", "[]", "[:]",
      "[:::]", "[1:2:3]",
      "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[12345::]", "[g::]", "[1:]", "[:1::]", "[::1.2.3]",
      "[::1.2.3.256]",
      "[::01.2.3.4]", "[1.2.3.4]", "[v1]", "[v.a]", "[vx.a]", "[v1.]", "[v1.@]", "[fe80::1%25eth0]",
      "[1:2:3:4:5:6:7:1.2.3.4]",
    ].map { RefusedHead("GET / HTTP/1.1\r\nHost: \($0)\r\n", .malformedHost) } + [
      RefusedHead("GET / HTTP/1.1\r\n\r\n", .missingHost),
      RefusedHead("GET http://a/ HTTP/1.1\r\n\r\n", .missingHost),
      RefusedHead("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nhOST: a\r\n", .repeatedHost),
      RefusedHead("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n", .repeatedHost),
      RefusedHead("GET / HTTP/1.0\r\nHost: \r\n", .malformedHost),
    ]

  private static let fieldLines = [
    RefusedHead("GET / HTTP/1.1\r\n ", ParseError.foldedLine),
    RefusedHead(start + "\t", ParseError.foldedLine),
    RefusedHead(start + "X: y\r\n ", ParseError.foldedLine),
    RefusedHead(start + ":", ParseError.malformedFieldName),
    RefusedHead(start + "X ", ParseError.malformedFieldName),
    RefusedHead(start + "X\t", ParseError.malformedFieldName),
    RefusedHead(start + "X\r", ParseError.malformedFieldName),
    RefusedHead(start + "X\0", ParseError.malformedFieldName),
    RefusedHead(start + "X(", ParseError.malformedFieldName),
    RefusedHead(start + "X\"", ParseError.malformedFieldName),
    RefusedHead(start + "X/", ParseError.malformedFieldName),
    RefusedHead(start + "\u{7F}", ParseError.malformedFieldName),
    RefusedHead(bytes: [UInt8]((start + "X").utf8) + [0xE0], ParseError.malformedFieldName),
    RefusedHead(start + "X\n", ParseError.bareLineFeed),
    RefusedHead(start + "\n", ParseError.bareLineFeed),
    RefusedHead(start + "X: y\n", ParseError.bareLineFeed),
    RefusedHead(start + "X:\n", ParseError.bareLineFeed),
    RefusedHead(start + "X: y\rZ") { .bareCarriageReturn(at: $0 - 1) },
    RefusedHead(start + "X: y\r\r") { .bareCarriageReturn(at: $0 - 1) },
    RefusedHead(start + "\rX") { .bareCarriageReturn(at: $0 - 1) },
    RefusedHead(start + "X: a\0", ParseError.malformedFieldValue),
    RefusedHead(start + "X: long enough for words\u{1}", ParseError.malformedFieldValue),
    RefusedHead(start + "X: \t\u{1F}", ParseError.malformedFieldValue),
    RefusedHead(start + "X: a\u{7F}", ParseError.malformedFieldValue),
    RefusedHead(start + "Expect: 200-ok\r\n", .unknownExpectation),
    RefusedHead(start + "Expect:\r\n", .unknownExpectation),
    RefusedHead(start + "Expect: 100-continue, x\r\n", .unknownExpectation),
  ]

  private static let lengths =
    [
      "+5", "-5", "", " ", ",", "5,5", "5, 5", "5 5", "5a", "0x5", "1_0", "5.0", "5e0", "\"5\"",
      "٥", "00000000000000000005",
      "18446744073709551616",
    ].map { RefusedHead(start + "Content-Length: \($0)\r\n", .malformedContentLength) }
    + [
      "16777217", "4294967301", "9223372036854775807", "9223372036854775808", "9999999999999999999",
    ].map { RefusedHead(start + "Content-Length: \($0)\r\n", .contentTooLarge(limit: 16_777_216)) }
    + [
      RefusedHead(start + "Content-Length: 5\r\nContent-Length: 5\r\n", .repeatedContentLength),
      RefusedHead(
        start + "Content-Length: 0\r\nX: y\r\ncontent-length: 5\r\n", .repeatedContentLength),
    ]

  private static let codings =
    [
      "identity": ParseError.unknownTransferCoding, "gzip": .unknownTransferCoding,
      "gzip, chunked": .unknownTransferCoding,
      "xchunked": .unknownTransferCoding, "chunked, gzip": .malformedTransferEncoding,
      "chunked, chunked": .malformedTransferEncoding, "": .malformedTransferEncoding,
      "chunked,": .malformedTransferEncoding,
      ",chunked": .malformedTransferEncoding, "chunked;q=1": .malformedTransferEncoding,
      "\"chunked\"": .malformedTransferEncoding,
      "ch\tunked": .malformedTransferEncoding, "\u{A0}chunked": .malformedTransferEncoding,
    ].map { RefusedHead(start + "Transfer-Encoding: \($0.key)\r\n", $0.value) } + [
      RefusedHead(
        start + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        .repeatedTransferEncoding),
      RefusedHead(
        start + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", .conflictingFraming),
      RefusedHead(
        start + "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", .conflictingFraming),
      RefusedHead("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n", .unexpectedTransferEncoding),
    ]

  private static let limits = [
    RefusedHead(start + String(repeating: "X: y\r\n", count: 99) + "X", .tooManyFields(limit: 100)),
    RefusedHead(
      start + "X: " + String(repeating: "y", count: 32_768 - start.utf8.count - 3),
      .headTooLarge(limit: 32_768)),
    RefusedHead(
      start + String(repeating: "X", count: 32_768 - start.utf8.count), .headTooLarge(limit: 32_768)
    ),
  ]
}
