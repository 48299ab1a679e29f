import HTTP
import Testing

@Suite struct RequestParserTests {
  /// Every head: whole, split at every byte, byte by byte, and with a second one behind it.
  @Test(arguments: AcceptedHead.all) func acceptsAHeadHoweverItArrives(_ head: AcceptedHead) {
    let count = head.bytes.count
    let wanted = Outcome.head(head.summary, consumed: count)
    #expect(Feeding.whole(head.bytes) == wanted)
    #expect(Feeding.byteByByte(head.bytes) == (wanted, count))
    for length in stride(from: 0, through: count, by: max(1, count / 400)) {
      #expect(Feeding.split(head.bytes, at: [length, count]) == wanted)
    }
    #expect(Feeding.whole(head.bytes + head.bytes) == wanted)
    #expect(Feeding.split(head.bytes + head.bytes, at: [count - 1, 2 * count]) == wanted)
  }

  /// Every refusal: whole, split, byte by byte, and with anything behind it; and it comes with the
  /// last byte of the case, neither before nor after.
  @Test(arguments: RefusedHead.all) func refusesWithTheFirstBadByte(_ head: RefusedHead) {
    let count = head.bytes.count
    let wanted = Outcome.refused(head.error)
    #expect(Feeding.whole(head.bytes) == wanted)
    #expect(Feeding.byteByByte(head.bytes) == (wanted, count))
    for length in stride(from: 0, to: count, by: max(1, count / 400)) {
      #expect(Feeding.split(head.bytes, at: [length, count]) == wanted)
    }
    for rest in ["\r\n\r\n", "\n\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "a", "\0", " "] {
      let longer = head.bytes + [UInt8](rest.utf8)
      #expect(Feeding.whole(longer) == wanted)
      #expect(Feeding.byteByByte(longer) == (wanted, count))
    }
  }

  @Test func refusesForEverAfterARefusal() throws {
    var parser = RequestParser()
    let good = [UInt8]("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    for bytes in [[UInt8]("GET x".utf8), good] {
      bytes.withUnsafeBytes { bytes in
        _ = #expect(throws: ParseError.malformedTarget(at: 4)) { try parser.parse(bytes) }
      }
    }
    parser.reset()
    let progress = try good.withUnsafeBytes { try parser.parse($0) }
    guard case .complete = progress else { throw UnexpectedProgress(progress: progress) }
  }

  @Test func isReadyForTheNextMessageAfterAHead() throws {
    var parser = RequestParser()
    let first = [UInt8]("POST /1 HTTP/1.0\r\nContent-Length: 3\r\nConnection: close\r\n\r\n".utf8)
    let second = [UInt8]("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(!parser.hasStarted)
    for (bytes, path, framing) in [
      (first, "/1", .fixed(bytes: 3)), (second, "/2", BodyFraming.none),
    ] {
      let progress = try bytes.withUnsafeBytes { try parser.parse($0) }
      guard case .complete(let head, framing, bytes.count) = progress else {
        throw UnexpectedProgress(progress: progress)
      }
      #expect(head.target.path == path)
      #expect(head.fields.contains("content-length") == (framing != .none))
      #expect(!parser.hasStarted)
    }
  }

  @Test func startsWithTheFirstByteAfterAnEmptyLine() throws {
    var parser = RequestParser()
    let bytes = [UInt8]("\r\nG".utf8)
    for (count, hasStarted) in [(0, false), (1, false), (2, false), (3, true)] {
      _ = try bytes[..<count].withUnsafeBytes { try parser.parse($0) }
      #expect(parser.hasStarted == hasStarted)
    }
  }

  @Test func keepsToTheLimitsItIsGiven() {
    var limits = Limits()
    limits.headBytes = 60
    limits.fields = 2
    limits.targetBytes = 4
    limits.methodBytes = 3
    limits.bodyBytes = 9
    let cases: [(String, ParseError)] = [
      ("POST", .methodTooLong(limit: 3)), ("PUT /abcd", .targetTooLong(limit: 4)),
      ("PUT / HTTP/1.1\r\nA: b\r\nC: d\r\nE", .tooManyFields(limit: 2)),
      ("PUT / HTTP/1.1\r\nContent-Length: 10\r\n", .contentTooLarge(limit: 9)),
      ("PUT / HTTP/1.1\r\nA: " + String(repeating: "b", count: 41), .headTooLarge(limit: 60)),
    ]
    for (text, error) in cases {
      let bytes = [UInt8](text.utf8)
      #expect(Feeding.byteByByte(bytes, limits) == (.refused(error), bytes.count))
      #expect(Feeding.whole(bytes, limits) == .refused(error))
    }
    let fits =
      [UInt8]("PUT /abc HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [UInt8](repeating: 120, count: 25)
    #expect(
      Feeding.whole(fits + [UInt8]("\r\n\r\n".utf8), limits)
        == .head("PUT /abc http11 2 keeps", consumed: 60))
  }

  @Test func takesAHeadOfExactlyTheLimits() {
    let start = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 98) + "Z: "
    let bytes = [UInt8](start.utf8)
    let filled = bytes + [UInt8](repeating: 122, count: 32_768 - bytes.count - 4)
    let whole = filled + [UInt8]("\r\n\r\n".utf8)
    #expect(Feeding.whole(whole) == .head("GET / http11 100 keeps", consumed: 32_768))
  }
}

/// A test expected a head and got something else.
struct UnexpectedProgress: Error {
  let progress: ParseProgress
}
