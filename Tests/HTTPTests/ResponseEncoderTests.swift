import Testing

@testable import HTTP

@Suite struct ResponseEncoderTests {
  private let date = DateField(secondsSince1970: 784_111_777)

  private func context(
    _ method: HTTP.Method = .get, _ version: Version = .http11, keepsAlive: Bool = true
  ) -> ResponseEncoder.Context {
    ResponseEncoder.Context(
      method: method, version: version, keepsAlive: keepsAlive, date: date, requestID: "r-1")
  }

  private func encode(
    _ response: Response, _ context: ResponseEncoder.Context
  ) throws -> (text: String, rest: EncodedResponse) {
    var out = [UInt8]("before|".utf8)
    let rest = try ResponseEncoder.encode(response, context, into: &out)
    let text = String(decoding: out, as: UTF8.self)
    #expect(text.hasPrefix("before|"))
    return (String(text.dropFirst(7)), rest)
  }

  private let start = "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

  @Test func writesOneAnswer() throws {
    var response = Response(
      .ok, contentType: "text/plain; charset=utf-8", fields: [ResponseField("ETag", "\"1\"")],
      content: .bytes([UInt8]("hello".utf8)))
    response.shared = try FieldBlock(validating: [ResponseField("A", "b"), ResponseField("C", "")])
    let (text, rest) = try encode(response, context())
    let wanted = """
      \(start)Content-Type: text/plain; charset=utf-8\r
      Content-Length: 5\r
      X-Request-Id: r-1\r
      A: b\r
      C: \r
      ETag: "1"\r
      \r
      hello
      """
    #expect(text == wanted)
    #expect(rest == EncodedResponse(remainder: .nothing, closesConnection: false))
  }

  @Test func writesTheSameHeadForHeadAsForGet() throws {
    let contents: [Response.Content] = [
      .none, .bytes([1, 2]), .bytes([UInt8](repeating: 0, count: 100_000)),
      .stream(length: 9, Pieces()),
      .stream(length: nil, Pieces()),
    ]
    for content in contents {
      let get = try encode(Response(.notFound, content: content), context(.get))
      let head = try encode(Response(.notFound, content: content), context(.head))
      #expect(head.text.hasSuffix("\r\n\r\n"))
      #expect(get.text.hasPrefix(head.text))
      #expect(head.rest.remainder == .nothing)
    }
  }

  @Test func delimitsContentInExactlyOneWay() throws {
    let large = [UInt8](repeating: 120, count: ResponseEncoder.inlineContentBytes + 1)
    let cases: [(Response.Content, String, EncodedResponse.Remainder)] = [
      (.none, "Content-Length: 0\r\n", .nothing), (.bytes([]), "Content-Length: 0\r\n", .nothing),
      (.bytes(large), "Content-Length: 32769\r\n", .bytes),
      (.bytes(large.dropLast()), "Content-Length: 32768\r\n", .nothing),
      (.stream(length: 12, Pieces()), "Content-Length: 12\r\n", .fixed(bytes: 12)),
      (.stream(length: nil, Pieces()), "Transfer-Encoding: chunked\r\n", .chunked),
    ]
    for (content, line, remainder) in cases {
      let (text, rest) = try encode(Response(.ok, content: content), context())
      #expect(text.hasPrefix(start + line + "X-Request-Id: r-1\r\n\r\n"))
      #expect(rest == EncodedResponse(remainder: remainder, closesConnection: false))
    }
  }

  @Test func streamsToOldClientsUntilTheClose() throws {
    let response = Response(.ok, content: .stream(length: nil, Pieces()))
    let (text, rest) = try encode(response, context(.get, .http10))
    #expect(text == start + "Connection: close\r\nX-Request-Id: r-1\r\n\r\n")
    #expect(rest == EncodedResponse(remainder: .untilClose, closesConnection: true))
  }

  @Test func announcesTheFateOfTheConnection() throws {
    var closing = Response(.ok)
    closing.closesConnection = true
    let close = "Connection: close\r\n"
    #expect(try encode(closing, context()).text.contains(close))
    #expect(try encode(Response(.ok), context(keepsAlive: false)).text.contains(close))
    #expect(try encode(Response(.ok), context(keepsAlive: false)).rest.closesConnection)
    let old = try encode(Response(.ok), context(.get, .http10))
    #expect(old.text.contains("Connection: keep-alive\r\n"))
    #expect(!old.rest.closesConnection)
    #expect(try !encode(Response(.ok), context()).text.contains("Connection"))
  }

  @Test(arguments: [Status.noContent, .notModified]) func writesNoContent(_ status: Status) throws {
    let (text, rest) = try encode(Response(status), context())
    #expect(!text.contains("Content-Length"))
    #expect(!text.contains("Transfer-Encoding"))
    #expect(rest.remainder == .nothing)
    for content in [Response.Content.bytes([1]), .stream(length: nil, Pieces())] {
      #expect(throws: ResponseError.contentNotAllowed(status: status.code)) {
        try encode(Response(status, content: content), context())
      }
    }
  }

  @Test func omitsAnEmptyRequestID() throws {
    var context = context()
    context.requestID = ""
    #expect(try encode(Response(.ok), context).text == start + "Content-Length: 0\r\n\r\n")
  }

  @Test(arguments: [
    ("", ResponseError.malformedName("")), ("A B", .malformedName("A B")),
    ("A:", .malformedName("A:")),
    ("A\r\nB", .malformedName("A\r\nB")), ("새", .malformedName("새")),
    ("date", .reservedName("date")),
    ("Content-length", .reservedName("Content-length")),
    ("TRANSFER-ENCODING", .reservedName("TRANSFER-ENCODING")),
    ("Connection", .reservedName("Connection")), ("Keep-Alive", .reservedName("Keep-Alive")),
    ("Upgrade", .reservedName("Upgrade")), ("Trailer", .reservedName("Trailer")),
    ("X-Request-ID", .reservedName("X-Request-ID")),
  ]) func refusesNames(_ name: String, _ error: ResponseError) throws {
    try refuses(ResponseField(name, "x"), error)
  }

  @Test(arguments: [
    "\r", "\n", "a\r\nSet-Cookie: b", "a\0", "\u{1}", "\u{7F}", "상의", "caf\u{E9}",
    "long enough for a word\u{80}",
  ]) func refusesValues(_ value: String) throws {
    try refuses(ResponseField("X-A", value), .malformedValue(name: "X-A"))
    var context = context()
    context.requestID = value
    #expect(throws: ResponseError.malformedValue(name: "X-Request-Id")) {
      try encode(Response(.ok), context)
    }
  }

  /// Refused alone, among others, in a shared block; and nothing was written.
  private func refuses(_ field: ResponseField, _ error: ResponseError) throws {
    #expect(throws: error) { try FieldBlock(validating: [ResponseField("A", "b"), field]) }
    let response = Response(.ok, fields: [ResponseField("A", "b"), field], content: .bytes([1]))
    var out: [UInt8] = [7]
    #expect(throws: error) { try ResponseEncoder.encode(response, context(), into: &out) }
    #expect(out == [7])
  }

  @Test func refusesWhatIsNoAnswer() throws {
    #expect(throws: ResponseError.interimStatus(101)) {
      try encode(Response(Status(101, "Switching Protocols")), context())
    }
    #expect(throws: ResponseError.negativeLength(-1)) {
      try encode(Response(.ok, content: .stream(length: -1, Pieces())), context())
    }
    let type = ResponseField("content-type", "a/b")
    let twice = Response(.ok, contentType: "a/b", fields: [type])
    #expect(throws: ResponseError.repeatedContentType) { try encode(twice, context()) }
    var shared = Response(.ok, fields: [type])
    #expect(try encode(shared, context()).text.contains("content-type: a/b\r\n"))
    shared.shared = try FieldBlock(validating: [type])
    #expect(throws: ResponseError.repeatedContentType) { try encode(shared, context()) }
  }

  @Test func fitsHeadsOfAnySize() throws {
    let long = String(repeating: "v", count: 70_000)
    let many = (0..<300).map { ResponseField("X-\($0)", long) }
    let (text, _) = try encode(Response(.httpVersionNotSupported, fields: many), context())
    #expect(text.utf8.count > 300 * 70_000)
    #expect(text.hasPrefix("HTTP/1.1 505 HTTP Version Not Supported\r\n"))
  }
}

private final class Pieces: ContentProducer {
  func next() async throws -> [UInt8]? { nil }
}
