import Foundation
import HTTPServer
import Logging
import Operations
import Testing

@testable import App
@testable import Postgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe whose reading end a test holds.
private final class LogPipe: Sendable {
  let pipe = Pipe()
  var writer: Int32 { pipe.fileHandleForWriting.fileDescriptor }

  func lines() throws -> [[String: Any]] {
    try pipe.fileHandleForWriting.close()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return try data.split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }
}

struct LogQueueTests {
  private func line(_ number: Int) -> [UInt8] {
    var line = LogLine(.now, level: "info", event: "request", as: .json)
    line.add("number", number)
    return line.finished()
  }

  @Test func linesOfManyThreadsArriveWholeAndOnce() async throws {
    let pipe = LogPipe()
    let queue = LogQueue(descriptor: pipe.writer)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<50 { queue.append(line(thread * 50 + number)) } }
      }
    }
    queue.close()
    let numbers = try pipe.lines().compactMap { $0["number"] as? Int }
    #expect(numbers.sorted() == Array(0..<400))
  }

  @Test("A reader that has stopped blocks nobody; what did not fit is counted")
  func stoppedReader() throws {
    let pipe = LogPipe()
    // A pipe holds 64 KiB: with 16 KiB of queue most of these lines have no place.
    let queue = LogQueue(descriptor: pipe.writer, bytesMax: 16_384)
    let count = 20_000
    for number in 0..<count { queue.append(line(number)) }
    // Reading makes room; then the loss is reported.
    let drained = DrainedPipe(pipe.pipe.fileHandleForReading)
    queue.close(within: .seconds(10))
    try pipe.pipe.fileHandleForWriting.close()
    let objects = try drained.objects()
    let dropped = objects.filter { $0["event"] as? String == "log_lines_dropped" }
      .compactMap { $0["count"] as? Int }.reduce(0, +)
    let written = objects.filter { $0["number"] != nil }.count
    #expect(dropped > 0)
    #expect(written + dropped == count)
  }

  #if os(Linux)
    @Test("What a full disk lost is counted, and told when there is room again")
    func fullDisk() throws {
      let pipe = LogPipe()
      let descriptor = open("/dev/full", O_WRONLY)
      let queue = LogQueue(descriptor: descriptor)
      for number in 0..<100 { queue.append(line(number)) }
      // Between two tries to tell of the loss, all that is lost is counted.
      for _ in 0..<30_000 where queue.dropped != 100 { usleep(1_000) }
      #expect(queue.dropped == 100)
      dup2(pipe.writer, descriptor)
      queue.append(line(100))
      queue.close(within: .seconds(10))
      close(descriptor)
      let objects = try pipe.lines()
      let dropped = objects.filter { $0["event"] as? String == "log_lines_dropped" }
        .compactMap { $0["count"] as? Int }.reduce(0, +)
      let numbers = objects.compactMap { $0["number"] as? Int }
      #expect(numbers == [100])
      #expect(dropped == 100)
    }
  #endif

  @Test func aReaderThatHasGoneEndsNothing() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = LogPipe()
    let queue = LogQueue(descriptor: pipe.writer)
    try pipe.pipe.fileHandleForReading.close()
    for number in 0..<100 { queue.append(line(number)) }
    queue.close(within: .seconds(1))
    // Still here, and still taking lines.
    queue.append(line(0))
    // The queue's thread goes on trying; the descriptor must not become another test's.
    _ = Unmanaged.passRetained(pipe)
    #expect(fcntl(pipe.writer, F_GETFD) >= 0)
  }

  @Test func theHandlerOfSwiftLogWritesOneObjectForEachEvent() throws {
    let pipe = LogPipe()
    let queue = LogQueue(descriptor: pipe.writer)
    var logger = Logger(label: "test") { _ in LineLogHandler(queue, level: .info) }
    logger[metadataKey: "b"] = "of the logger"
    logger.debug("too low")
    logger.warning("hello\nworld", metadata: ["a": "1", "level": "forged", "c": ["x", "y"]])
    queue.close()
    let objects = try pipe.lines()
    #expect(objects.count == 1)
    #expect(objects.first?["event"] as? String == "hello\nworld")
    #expect(objects.first?["level"] as? String == "warning")
    #expect(objects.first?["level_"] as? String == "forged")
    #expect(objects.first?["a"] as? String == "1")
    #expect(objects.first?["b"] as? String == "of the logger")
  }

  @Test func countsAndDurationsInALineAreNumbers() throws {
    let pipe = LogPipe()
    let queue = LogQueue(descriptor: pipe.writer)
    let log = EventLog(queue, level: .debug)
    log.report(.postgres(.connected(process: 17, took: .microseconds(34_589))))
    queue.close()
    let line = try #require(try pipe.lines().first)
    #expect(line["process"] as? Int == 17)
    #expect(line["took_ms"] as? Double == 34.589)
  }

  @Test func ofAServerThatIsAwayEachReasonIsWarnedOfOnce() throws {
    let pipe = LogPipe()
    let queue = LogQueue(descriptor: pipe.writer)
    let log = EventLog(queue, level: .info)
    for isNews in [true, false, false] {
      log.report(.postgres(.connectFailed(PostgresError(.timeout), pause: .zero, isNews: isNews)))
    }
    queue.close()
    #expect(try pipe.lines().count == 1)
  }

  @Test func aServerThatCannotTakeMoreConnectionsSaysSoInOneLine() throws {
    let pipe = LogPipe()
    let queue = LogQueue(descriptor: pipe.writer)
    let log = EventLog(queue, level: .debug)
    for isNews in [true, false, false] {
      log.report(.server(.acceptPaused(open: 72, isNews: isNews)))
    }
    queue.close()
    let lines = try pipe.lines()
    #expect(lines.count == 1)
    #expect(lines.first?["event"] as? String == "accept_paused")
    #expect(lines.first?["open"] as? Int == 72)
  }

  // MARK: One log for all

  @Test func linesOfSeveralProcessesStayWhole() {
    let lines = Array("one\ntwo\nthree\n".utf8)
    #expect(LogQueue.piece(of: lines[...], atMost: nil).count == 14)
    #expect(LogQueue.piece(of: lines[...], atMost: 14).count == 14)
    #expect(LogQueue.piece(of: lines[...], atMost: 13).elementsEqual("one\ntwo\n".utf8))
    #expect(LogQueue.piece(of: lines[4...], atMost: 5).elementsEqual("two\n".utf8))
    // Longer than any promise: at least it does not take others with it.
    #expect(LogQueue.piece(of: lines[8...], atMost: 3).elementsEqual("three\n".utf8))
  }

  @Test func aLineFitsIntoOneWriteWhateverIsInIt() throws {
    var line = LogLine(.now, level: "info", event: "request", as: .json)
    for name in ["path", "client", "reason"] {
      line.add(named: name, String(repeating: "\"\\", count: 4_000))
      line.add(named: name + "2", String(repeating: "x", count: 1_900))
    }
    let bytes = line.finished()
    #expect(bytes.count <= 4_096)
    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
  }
}

/// Reads a pipe to its end on a thread of its own.
private final class DrainedPipe: @unchecked Sendable {
  // Written by the thread before the signal, read by the test after it.
  private var data = Data()
  private let finished = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    let thread = Thread { [self] in
      data = (try? handle.readToEnd()) ?? Data()
      finished.signal()
    }
    thread.start()
  }

  func objects() throws -> [[String: Any]] {
    finished.wait()
    return try data.split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }
}
