import HTTP
import Testing

@testable import HTTPServer

/// Answers that wait to be sent, without a socket.
@Suite struct OutputTests {
  private static func output(_ bytes: Int) -> Output {
    var output = Output()
    output.add(bytes)
    return output
  }

  // MARK: Sending

  @Test func whatTheSystemTookIsNotSentAgain() {
    var output = Output()
    output.append(in: []) { $0 += Array("answer".utf8) }
    var sent = ""
    var room = 4
    for _ in 0..<2 {
      _ = output.send { bytes in
        let taken = bytes.prefix(room)
        sent += String(decoding: taken, as: UTF8.self)
        room -= taken.count
        return taken.count
      }
      room = 4
    }
    #expect(sent == "answer")
    #expect(output.written == 6)
  }

  @Test func aSystemThatTakesNoMoreBlocks() {
    var output = Self.output(6)
    #expect(output.send { _ in 0 } == .blocked)
    #expect(output.unsent == 6)
  }

  @Test func aClientThatIsGoneFails() {
    var output = Self.output(6)
    #expect(output.send { _ in nil } == .failed)
  }

  @Test func largeContentDoesNotOvertakeWhatWaits() {
    var output = Self.output(6)
    #expect(output.send([1, 2, 3]) { $0.count } == 0)
    _ = output.send { $0.count }
    #expect(output.send([1, 2, 3]) { $0.count } == 3)
    #expect(output.written == 9)
  }

  @Test func memoryIsGivenUpEmpty() {
    var output = Self.output(6)
    _ = output.send { $0.count }
    #expect(output.giveUpMemory()?.count == 0)
    #expect(output.giveUpMemory() == nil)
  }

  @Test func anAnswerTellsItsOwnLength() {
    var output = Self.output(6)
    let added = output.append(in: []) { $0 += [1, 2] }.bytes
    #expect(added == 2)
    #expect(output.unsent == 8)
  }

  // MARK: What waits for the reader

  @Test func aReaderThatFallsBehindPausesReadingUntilAllIsSent() {
    var output = Self.output(101)
    #expect(output.pausesReading(above: 100) == true)
    _ = output.send { $0.count }
    #expect(output.resumesReading() == true)
    #expect(output.resumesReading() == false)
  }

  @Test func aReaderThatKeepsUpPausesNothing() {
    var output = Self.output(100)
    #expect(output.pausesReading(above: 100) == false)
    #expect(output.resumesReading() == false)
  }

  @Test func aReaderToWhomNothingIsOwedIsNotBehind() {
    let output = Output()
    #expect(!output.exceeds(0))
  }

  @MainActor @Test func aProducerWaitsUntilTheReaderIsDone() async {
    var output = Self.output(101)
    var isDone = false
    let producer = Task { @MainActor in
      await withUnsafeContinuation { output.hold($0) }
      isDone = true
    }
    // Turns of the same actor, in which the producer could go on.
    for _ in 0..<10 { await Task.yield() }
    #expect(!isDone)
    output.releaseProducer()
    await producer.value
    #expect(isDone)
    // A second release would resume it twice.
    output.releaseProducer()
  }

  // MARK: Whole answers

  @Test func anAnswerIsIncompleteUntilItsLastByteIsSent() {
    var output = Self.output(6)
    #expect(output.isIncomplete)
    _ = output.send { $0.count }
    #expect(!output.isIncomplete)
  }

  @Test func aStreamIsIncompleteUntilItEnds() {
    var output = Output()
    output.isStreaming = true
    #expect(output.isIncomplete)
    output.isStreaming = false
    #expect(!output.isIncomplete)
  }

  // MARK: When an answer leaves

  @Test func anAnswerBehindWhichNothingHasComeLeavesWithThoseOfOthers() {
    var output = Self.output(6)
    let input = Input.drained()
    #expect(output.departure(before: input, answersMax: 2) == .together)
  }

  @Test func anAnswerLeavesBeforeAnythingIsReadThatMayBeTheEnd() {
    var output = Self.output(6)
    var input = Input.drained()
    input.allowRead()
    #expect(output.departure(before: input, answersMax: 2) == .now)
  }

  @Test func pipelinedRequestsAreAnsweredTogetherUntilTheTurnIsUsed() throws {
    var output = Self.output(6)
    var input = Input.drained()
    _ = try input.take("GET")
    #expect(output.departure(before: input, answersMax: 2) == .together)
    #expect(output.departure(before: input, answersMax: 2) == .nowAndGiveWay)
  }

  @Test func aFlushBeginsANewTurn() throws {
    var output = Self.output(6)
    var input = Input.drained()
    _ = try input.take("GET")
    _ = output.departure(before: input, answersMax: 2)
    _ = output.send { $0.count }
    #expect(output.departure(before: input, answersMax: 2) == .together)
  }
}

extension Output {
  fileprivate mutating func add(_ count: Int) {
    append(in: []) { $0 += [UInt8](repeating: 0x78, count: count) }
  }
}
