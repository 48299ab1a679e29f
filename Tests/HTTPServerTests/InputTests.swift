import EventLoop
import HTTP
import Testing

@testable import HTTPServer

extension Input {
  /// Everything that has come was read.
  static func drained() -> Input {
    var input = Input(limits: Limits())
    _ = input.note(.wouldBlock, isAll: true)
    return input
  }

  /// Takes `text` as if one read had brought it.
  mutating func take(_ text: String) throws(ParseError) -> String? {
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 1)
    defer { scratch.deallocate() }
    room(scratch).copyBytes(from: text.utf8)
    return try parse(text.utf8.count, in: scratch)?.0.target.path
  }
}

/// What a client sends, without one.
@Suite struct InputTests {
  private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

  // MARK: Reading

  @Test func aReadThatTookAllIsTheLastUntilThePollerSpeaks() {
    var input = Input(limits: Limits())
    let count = input.note(.bytes(7), isAll: true)
    #expect(count == 7)
    #expect(input.canRead == false)
    input.allowRead()
    #expect(input.canRead == true)
  }

  @Test func aReadThatFilledItsRoomIsFollowedByAnother() {
    var input = Input(limits: Limits())
    _ = input.note(.bytes(7), isAll: false)
    #expect(input.canRead == true)
  }

  /// The poller will not speak again of an end that it has announced.
  @Test(arguments: [Readiness.ended, .closed])
  func anAnnouncedEndIsReadBehindTheLastBytes(_ readiness: Readiness) {
    var input = Input(limits: Limits())
    input.note(readiness)
    _ = input.note(.bytes(7), isAll: true)
    #expect(input.canRead == true)
  }

  @Test(arguments: [Readiness.ended, .closed])
  func aClientIsLostAsSoonAsItsEndIsAnnounced(_ readiness: Readiness) {
    var input = Input.drained()
    #expect(input.hasLostClient == false)
    input.note(readiness)
    #expect(input.hasLostClient == true)
  }

  @Test func anEndIsNoFailure() {
    var input = Input(limits: Limits())
    let count = input.note(.end, isAll: true)
    #expect(count == nil)
    #expect(input.hasEnded == true)
    #expect(input.isBroken == false)
  }

  @Test func aFailureIsAnEndToo() {
    var input = Input(limits: Limits())
    _ = input.note(.failed, isAll: true)
    #expect(input.hasEnded == true)
    #expect(input.isBroken == true)
  }

  @Test func bytesThatNobodyConsumedAreUnread() throws {
    var input = Input.drained()
    #expect(input.hasUnread == false)
    _ = try input.take("GET /")
    #expect(input.hasUnread == true)
  }

  // MARK: Heads

  @Test func aHeadThatComesAtOnceLeavesNothingBehind() throws {
    var input = Input.drained()
    let path = try input.take(Self.get)
    #expect(path == "/a")
    #expect(input.buffer.isEmpty == true)
  }

  @Test func aHeadInTwoPartsIsCompleteWithTheSecond() throws {
    var input = Input.drained()
    let first = try input.take(String(Self.get.prefix(10)))
    #expect(first == nil)
    #expect(input.hasBegunHead == true)
    _ = try input.take(String(Self.get.dropFirst(10)))
    let path = try input.parseBuffer()?.0.target.path
    #expect(path == "/a")
    #expect(input.buffer.isEmpty == true)
  }

  @Test func whatComesBehindAHeadWaitsForItsTurn() throws {
    var input = Input.drained()
    _ = try input.take(Self.get + Self.get)
    #expect(input.buffer.count == Self.get.utf8.count)
    let path = try input.parseBuffer()?.0.target.path
    #expect(path == "/a")
  }

  @Test func anEmptyLineBeginsNoHead() throws {
    var input = Input.drained()
    _ = try input.take("\r\n")
    #expect(input.hasBegunHead == false)
  }
}
