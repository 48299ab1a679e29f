import EventLoop
import HTTP
import Synchronization
import Testing

@testable import HTTPServer

/// Clients that send or read as little as they can get away with.
@Suite struct SlowClientTests {
  @Test func aHeadThatDripsIsCutOffAlthoughBytesKeepComing() async throws {
    try await ServerUnderTest.run({ $0.deadlines.head = .milliseconds(300) }) { running in
      let client = RawClient(port: running.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
      let dripping = Task {
        while !Task.isCancelled {
          client.send("x")
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      defer { dripping.cancel() }
      let answer = try await client.read(until: "\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 408 "))
    }
  }

  /// An empty line is no request, and must not be a way to keep a connection.
  @Test func anEmptyLineBuysNoTime() async throws {
    try await ServerUnderTest.run(
      { $0.deadlines.idle = .seconds(3_600) }
    ) { running in
      let client = RawClient(port: running.port)
      client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await client.read(until: "hello")
      #expect(answer.hasSuffix("hello"))
      #expect(await eventually { await running.idle.deadline != nil })
      let before = await running.idle.deadline
      client.send("\r\n")
      #expect(await eventually { await running.idle.received == 2 })
      let after = await running.idle.deadline
      #expect(after == before)
    }
  }

  /// Whoever allows a server so long measures from its own side, and finds the connection closed.
  @Test func anIdleConnectionIsOverWithinFifteenSeconds() {
    #expect(Deadlines().idle <= .seconds(14))
  }

  @Test func aReaderThatTricklesIsCutOffByItsRate() async throws {
    try await ServerUnderTest.run({
      $0.deadlines.write = .seconds(1)
      $0.deadlines.bytesPerSecondMin = 1 << 30
      $0.heldBytesMax = 1 << 30
    }) { running in
      let client = RawClient(port: running.port)
      client.shrinkReceiveBuffer()
      client.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      let trickling = Task {
        // So much that the system tells of progress, and too little all the same.
        while try await client.readSome(4 * 1024) != nil {
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      defer { trickling.cancel() }
      #expect(await eventually { await running.server.openConnections == 0 })
    }
  }

  /// Each half begins to wait for the other, and none of it is progress of a reader.
  @Test(arguments: [
    ("GET /hello HTTP/1.1\r\nHos", "t: a\r\n\r\n"),
    ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na", "b"),
  ])
  func aClientThatSendsInsteadOfReadingIsCutOff(_ first: String, _ second: String) async throws {
    try await ServerUnderTest.run({
      // Longer than a machine that has too much to do looks away.
      $0.deadlines.write = .seconds(3)
      // What is pipelined must be read and answered, or nothing would touch the reader's timer.
      $0.heldBytesMax = 1 << 30
      $0.unsentBytesMax = 1 << 30
    }) { running in
      let client = RawClient(port: running.port)
      client.shrinkReceiveBuffer()
      client.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      let sending = Task {
        while !Task.isCancelled {
          for half in [first, second] {
            client.send(half)
            try await Task.sleep(for: .milliseconds(20))
          }
        }
      }
      defer { sending.cancel() }
      #expect(await eventually { await running.server.heldBytes > 0 })
      #expect(await eventually { await running.server.openConnections == 0 })
    }
  }

  /// Whoever has caught up once is looked after again.
  @Test func aReaderThatStopsAtItsSecondAnswerIsCutOff() async throws {
    // More than the buffers of both systems ever grow to.
    let content = [UInt8](repeating: 0x78, count: 48 << 20) + Array("end".utf8)
    let handler: Handler = { _ in Response(.ok, content: .bytes(content)) }
    try await ServerUnderTest.run(
      {
        $0.deadlines.write = .seconds(1)
        $0.deadlines.idle = .seconds(3_600)
        $0.heldBytesMax = 1 << 30
      }, handler: handler
    ) { running in
      let client = RawClient(port: running.port)
      let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
      client.send(get)
      #expect(try await client.read(until: "end").utf8.count > content.count)
      // A timer that had not been given up would find nothing owed, and never look again.
      try await Task.sleep(for: .milliseconds(1_500))
      client.send(get)
      #expect(await eventually { await running.server.openConnections == 0 })
      withExtendedLifetime(client) {}
    }
  }

  @Test func aStreamIsNotProducedAheadOfItsReader() async throws {
    let produced = Counter()
    let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
    let handler: Handler = { _ in
      Response(.ok, content: .stream(length: nil, CountedPieces(4_096, produced)))
    }
    try await ServerUnderTest.run(
      { $0.address = .unix(path: path) }, handler: handler
    ) { running in
      let client = RawClient(path: path)
      client.send("GET /pieces HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(await eventually { produced.value > 16 })
      // Whoever does not wait for the reader has produced everything long before this is over.
      try await Task.sleep(for: .milliseconds(300))
      // The socket's buffer takes some 200 KiB, and ours 256 KiB and a piece.
      #expect(produced.value < 64)
      #expect(await running.server.heldBytes <= 256 * 1024 + 2 * CountedPieces.bytes)
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("0\r\n\r\n") == true)
      #expect(produced.value == 4_096)
      #expect(await running.server.heldBytes == 0)
    }
  }

  @Test func aBodyIsNotReadAheadOfItsHandler() async throws {
    let read = Counter()
    let gate = Gate()
    let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
    let handler: Handler = { request in
      await gate.pass()
      var count = 0
      while let piece = try? await request.body.next() {
        count += piece.count
        read.add(1)
      }
      return TestRoutes.text("\(count)")
    }
    try await ServerUnderTest.run({ $0.address = .unix(path: path) }, handler: handler) { running in
      let client = RawClient(path: path)
      let bytes = 8 << 20
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(bytes)\r\n\r\n")
      let sent = Counter()
      let sending = Task {
        try await EventLoop.offload {
          for _ in 0..<(bytes / 65_536) {
            client.send([UInt8](repeating: 0x78, count: 65_536))
            sent.add(65_536)
          }
        }
      }
      await gate.reached()
      try await Task.sleep(for: .milliseconds(300))
      // What the client got rid of lies in the socket's buffer: we have read one piece at most.
      #expect(sent.value < 1 << 20)
      await gate.open()
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("\r\n\r\n\(bytes)") == true)
      try await sending.value
      #expect(read.value >= bytes / 65_536)
    }
  }

  @Test func aLargerBodyGetsMoreTime() {
    var deadlines = Deadlines()
    deadlines.body = .seconds(1)
    let start = MonotonicTime(nanoseconds: 0)
    for (announced, seconds) in [(0, 1), (64 * 1024, 2), (10 * 64 * 1024, 11), (.max, .max)] {
      var pace = BodyPace(deadlines, announced: announced)
      pace.received = .max
      pace.beginWait(at: start)
      let limit = Int64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
      let last = limit.overflow ? Int64.max - 1 : limit.partialValue - 1
      #expect(!pace.isTooSlow(at: MonotonicTime(nanoseconds: last)))
      #expect(pace.isTooSlow(at: MonotonicTime(nanoseconds: last + 1)))
    }
  }

  @Test func aRestThatIsDroppedGetsTimeForWhatComesOnly() {
    let deadlines = Deadlines()
    var pace = BodyPace(deadlines, announced: 1 << 30)
    pace.beginDropping(deadlines)
    pace.beginWait(at: MonotonicTime(nanoseconds: 0))
    for (received, seconds) in [(64 * 1024 - 1, 10), (64 * 1024, 11), (20 * 64 * 1024, 30)] {
      pace.received = received
      let limit = Int64(seconds) * 1_000_000_000
      #expect(!pace.isTooSlow(at: MonotonicTime(nanoseconds: limit - 1)))
      #expect(pace.isTooSlow(at: MonotonicTime(nanoseconds: limit)))
    }
  }

  @Test(
    "a client that is too slow for the rest of its body hears the answer, and no 408",
    arguments: [("/refuse", "401"), ("/drop", "401"), ("/ignore", "200")], [false, true])
  func slowRestOfABody(_ route: (String, String), _ isChunked: Bool) async throws {
    let handler: Handler = { request in
      guard request.target.path == "/drop" else { return await TestRoutes.answer(request) }
      _ = try? await request.body.next()
      await request.body.drop(upTo: 1 << 20)
      return Response(.unauthorized)
    }
    try await ServerUnderTest.run(
      { $0.deadlines.droppedBody = .milliseconds(300) }, handler: handler
    ) { running in
      let client = RawClient(port: running.port)
      let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 50000"
      let piece = isChunked ? "1\r\nx\r\n" : "x"
      client.send("POST \(route.0) HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n\(piece)")
      let dripping = Task {
        while !Task.isCancelled {
          client.send(piece)
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      defer { dripping.cancel() }
      let answer = try await client.read(until: "\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 \(route.1) "), "\(answer)")
      #expect(answer.contains("\r\nConnection: close\r\n"), "\(answer)")
    }
  }

  private static let dropping: Handler = { request in
    await request.body.drop(upTo: 1 << 20)
    return Response(.unauthorized)
  }

  @Test func aClientThatWaitsForPermissionIsNotAskedForWhatIsDropped() async throws {
    try await ServerUnderTest.run(handler: Self.dropping) { running in
      let answer = try await running.exchange(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
      #expect(answer?.hasPrefix("HTTP/1.1 401 ") == true, "\(answer ?? "")")
    }
  }

  @Test func aRestThatIsDroppedAndMalformedIsRefused() async throws {
    try await ServerUnderTest.run(handler: Self.dropping) { running in
      let answer = try await running.exchange(
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\nz")
      #expect(answer?.hasPrefix("HTTP/1.1 400 ") == true, "\(answer ?? "")")
    }
  }

  @Test func withoutARateOnlyTheDeadlineOfTheBodyCounts() {
    var deadlines = Deadlines()
    deadlines.bytesPerSecondMin = 0
    var pace = BodyPace(deadlines, announced: 0)
    pace.beginWait(at: MonotonicTime(nanoseconds: 0))
    let limit = deadlines.body.wholeNanoseconds
    #expect(!pace.isTooSlow(at: MonotonicTime(nanoseconds: limit - 1)))
    #expect(pace.isTooSlow(at: MonotonicTime(nanoseconds: limit)))
  }
}

extension ServerUnderTest {
  /// Of the only connection: what came since its last answer, and when it ends for want of more.
  fileprivate var idle: (received: Int, deadline: MonotonicTime?) {
    get async {
      await server.onLoop { service in
        guard let connection = service.connections.values.first else { return (0, nil) }
        return (
          connection.input.buffer.count,
          connection.isIdle ? connection.deadline.timer?.deadline : nil
        )
      }
    }
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}

/// Yields so many pieces of 16 KiB, and counts them.
actor CountedPieces: ContentProducer {
  static let bytes = 16 * 1024
  private var left: Int
  private let produced: Counter

  init(_ count: Int, _ produced: Counter) {
    left = count
    self.produced = produced
  }

  func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    produced.add(1)
    return [UInt8](repeating: 0x78, count: Self.bytes)
  }
}
