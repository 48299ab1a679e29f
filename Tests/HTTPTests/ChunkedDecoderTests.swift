import ConformanceCorpus
import HTTP
import Testing

@Suite struct ChunkedDecoderTests {
  /// What came of feeding a body in pieces.
  private enum Outcome: Equatable {
    case needMore(data: [UInt8])
    case finished(data: [UInt8], consumed: Int)
    case refused(ParseError)
  }

  /// Feeds pieces of the given lengths, each at most `atMost` bytes of data at a time.
  private func decode(
    _ bytes: [UInt8], by length: Int, atMost: Int = .max, limits: Limits = Limits()
  ) -> (Outcome, fed: Int) {
    var decoder = ChunkedDecoder(limits: limits)
    var data: [UInt8] = []
    let memory = ProtectedMemory(capacity: bytes.count)
    var at = 0
    while at < bytes.count {
      let end = min(at + length, bytes.count)
      do throws(ParseError) {
        let before = data.count
        let piece = memory.hold(bytes[at..<end])
        let (consumed, isFinished) = try decoder.decode(piece, into: &data, atMost: atMost)
        #expect(data.count - before <= atMost)
        at += consumed
        if isFinished { return (.finished(data: data, consumed: at), at) }
      } catch {
        return (.refused(error), end)
      }
    }
    return (.needMore(data: data), at)
  }

  @Test(arguments: AcceptedBody.all) func decodesABodyHoweverItArrives(_ body: AcceptedBody) {
    let count = body.bytes.count
    let wanted = Outcome.finished(data: [UInt8](body.data.utf8), consumed: count)
    for length in 1...count { #expect(decode(body.bytes, by: length).0 == wanted) }
    #expect(decode(body.bytes, by: count, atMost: 1).0 == wanted)
    #expect(decode(body.bytes + body.bytes, by: 2 * count).0 == wanted)
    #expect(decode(body.bytes.dropLast(), by: count).0 == .needMore(data: [UInt8](body.data.utf8)))
  }

  @Test(arguments: RefusedBody.all) func refusesWithTheFirstBadByte(_ body: RefusedBody) {
    let count = body.bytes.count
    #expect(decode(body.bytes, by: count).0 == .refused(body.error))
    #expect(decode(body.bytes, by: 1) == (.refused(body.error), count))
    for length in 2...7 { #expect(decode(body.bytes, by: length).0 == .refused(body.error)) }
    let longer = body.bytes + [UInt8]("\r\n\r\n0\r\n\r\n".utf8)
    #expect(decode(longer, by: longer.count).0 == .refused(body.error))
    #expect(decode(longer, by: 1) == (.refused(body.error), count))
  }

  @Test func stopsWhereTheRoomEnds() throws {
    var decoder = ChunkedDecoder()
    var data: [UInt8] = []
    let bytes = [UInt8]("5\r\nhello\r\n0\r\n\r\n".utf8)
    let first = try bytes.withUnsafeBytes { try decoder.decode($0, into: &data, atMost: 2) }
    #expect(first == (5, false))
    let none = try bytes[5...].withUnsafeBytes { try decoder.decode($0, into: &data, atMost: 0) }
    #expect(none == (0, false))
    let rest = try bytes[5...].withUnsafeBytes { try decoder.decode($0, into: &data, atMost: 9) }
    #expect(rest == (10, true))
    #expect(data == [UInt8]("hello".utf8))
  }

  /// A limit that is none must not let a size overflow: a negative one would never be read to its
  /// end.
  @Test(arguments: [Int.max, 1 << 59, 1 << 62])
  func noSizeOverflowsHoweverMuchIsAllowed(_ limit: Int) {
    var limits = Limits()
    limits.bodyBytes = limit
    for size in ["8000000000000000", "ffffffffffffffff", "F000000000000001"] {
      let bytes = [UInt8]((size + "\r\nhello").utf8)
      #expect(
        decode(bytes, by: 1, limits: limits).0 == .refused(.contentTooLarge(limit: limit)))
    }
    let largest = String(limit, radix: 16) + "\r\nhello"
    #expect(
      decode([UInt8](largest.utf8), by: 99, limits: limits).0
        == .needMore(data: [UInt8]("hello".utf8)))
    let more = "5\r\nhello\r\n" + String(limit, radix: 16)
    #expect(
      decode([UInt8](more.utf8), by: 1, limits: limits).0
        == .refused(.contentTooLarge(limit: limit)))
  }

  @Test func refusesForEverAfterARefusal() {
    var decoder = ChunkedDecoder()
    var data: [UInt8] = []
    for text in ["x", "0\r\n\r\n"] {
      #expect(throws: ParseError.malformedChunkSize(at: 0)) {
        try [UInt8](text.utf8).withUnsafeBytes { try decoder.decode($0, into: &data, atMost: 9) }
      }
    }
  }

  @Test func readsWhatTheChunkEncoderWrites() throws {
    var bytes: [UInt8] = []
    let pieces = [
      [], [1], [UInt8](repeating: 2, count: 15), [UInt8](repeating: 3, count: 4660), [],
    ]
    for piece in pieces { ChunkEncoder.append(piece, to: &bytes) }
    ChunkEncoder.appendEnd(to: &bytes)
    #expect(
      decode(bytes, by: 7).0 == .finished(data: pieces.flatMap { $0 }, consumed: bytes.count))
    #expect(bytes.starts(with: [UInt8]("1\r\n\u{1}\r\nf\r\n".utf8)))
  }
}
