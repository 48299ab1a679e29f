import EventLoop
import HTTP
import Testing

@testable import HTTPServer

/// What all clients together may make the server hold.
@Suite struct BudgetTests {
  private static func post(_ path: String, _ body: String, _ fields: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Lets the paces of clients be measured to a time so far from now, however long a test takes.
  private static func pass(seconds: Int64, in server: Server) async {
    await server.onLoop { service in
      let time = service.loop.now.advanced(byNanoseconds: seconds * 1_000_000_000)
      service.paceTime = { time }
    }
  }

  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func aBodyWithoutRoomIsRefusedBeforeItIsAskedFor() async throws {
    try await ServerUnderTest.run({ $0.heldBytesMax = 1_000 }) { running in
      let client = RawClient(port: running.port)
      client.send(
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n")
      let answer = try #require(try await client.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 503 "))
      #expect(answer.contains("\r\nRetry-After: 1\r\n"))
      #expect(answer.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test func aBodyThatOutgrowsTheRoomIsRefusedOnItsWay() async throws {
    try await ServerUnderTest.run({ $0.heldBytesMax = 1_000 }) { running in
      let chunk = "320\r\n\(Self.x(800))\r\n"
      let answer = try await running.exchange(
        "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)\(chunk)"
          + "0\r\n\r\n")
      #expect(answer?.hasPrefix("HTTP/1.1 503 ") == true, "\(answer ?? "nothing")")
      #expect(await running.server.heldBytes == 0)
    }
  }

  @Test func whatIsHeldIsGivenBackWithTheAnswer() async throws {
    try await ServerUnderTest.run({ $0.heldBytesMax = 1_000 }) { running in
      for _ in 0..<5 {
        let answer = try await running.exchange(Self.post("/echo", Self.x(800)))
        #expect(answer?.hasSuffix(Self.x(800)) == true)
      }
      #expect(await running.server.heldBytes == 0)
    }
  }

  /// A task that outlives its request finds nothing to read, and takes no room that nobody would
  /// give back.
  @Test func whoeverReadsAfterTheAnswerHoldsNothing() async throws {
    let gate = Gate()
    let (outcomes, outcome) = AsyncStream.makeStream(of: BodyError?.self)
    let handler: Handler = { request in
      Task {
        await gate.pass()
        do throws(BodyError) {
          _ = try await request.body.nextToKeep()
          outcome.yield(nil)
        } catch {
          outcome.yield(error)
        }
      }
      return Response(.ok)
    }
    try await ServerUnderTest.run(handler: handler) { running in
      let answer = try await running.exchange(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n")
      #expect(answer?.hasPrefix("HTTP/1.1 200 ") == true)
      await gate.reached()
      await gate.open()
      var iterator = outcomes.makeAsyncIterator()
      let error = await iterator.next()
      #expect(error == .some(.disconnected))
      #expect(await running.server.heldBytes == 0)
    }
  }

  @Test func whatOneClientHoldsAnotherCannot() async throws {
    let gate = Gate()
    let handler: Handler = { request in
      let response = await TestRoutes.answer(request)
      if request.fields.contains("hold") { await gate.pass() }
      return response
    }
    try await ServerUnderTest.run(
      { $0.heldBytesMax = 1_000 }, handler: handler
    ) { running in
      let holder = RawClient(port: running.port)
      holder.send(Self.post("/echo", Self.x(800), "Hold: yes\r\n"))
      await gate.reached()
      #expect(await running.server.heldBytes == 800)
      let refused = try await running.exchange(Self.post("/echo", Self.x(800)))
      #expect(refused?.hasPrefix("HTTP/1.1 503 ") == true)
      let streamed = try await running.exchange(Self.post("/ignore", Self.x(800)))
      #expect(streamed?.hasSuffix("ignored") == true)
      await gate.open()
      #expect(try await holder.readToEnd()?.hasSuffix(Self.x(800)) == true)
      let served = try await running.exchange(Self.post("/echo", Self.x(800)))
      #expect(served?.hasPrefix("HTTP/1.1 200 ") == true)
    }
  }

  @Test("clients that announce much and send little give way when others need the memory")
  func slowClients() async throws {
    try await ServerUnderTest.run({ $0.heldBytesMax = 1_000 }) { running in
      await Self.pass(seconds: 0, in: running.server)
      let slow = RawClient(port: running.port)
      slow.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 800\r\n\r\nx")
      #expect(await eventually { await running.server.heldBytes == 800 })
      let early = try await running.exchange(Self.post("/echo", Self.x(300)))
      #expect(early?.hasPrefix("HTTP/1.1 503 ") == true, "it has not shown how slow it is")
      await Self.pass(seconds: 2, in: running.server)
      let large = try await running.exchange(Self.post("/echo", Self.x(1_001)))
      #expect(large?.hasPrefix("HTTP/1.1 503 ") == true, "no room is made that does not suffice")
      #expect(await running.server.heldBytes == 800)
      let served = try await running.exchange(Self.post("/echo", Self.x(300)))
      #expect(served?.hasPrefix("HTTP/1.1 200 ") == true, "\(served ?? "")")
      let refused = try await slow.readToEnd()
      #expect(refused?.hasPrefix("HTTP/1.1 503 ") == true, "\(refused ?? "")")
      #expect(refused?.contains("\r\nRetry-After: 1\r\n") == true)
      #expect(await running.server.heldBytes == 0)
    }
  }

  @Test func whatAReaderOfPiecesKeepsIsCounted() async throws {
    let gate = Gate()
    let handler: Handler = { request in
      do throws(BodyError) {
        while let piece = try await request.body.next() { try await request.body.keep(piece.count) }
      } catch {
        return Response(.ok)
      }
      await gate.pass()
      return Response(.ok)
    }
    try await ServerUnderTest.run({ $0.heldBytesMax = 1_000 }, handler: handler) { running in
      let holder = RawClient(port: running.port)
      holder.send(Self.post("/", Self.x(800)))
      await gate.reached()
      #expect(await running.server.heldBytes == 800)
      let refused = try await running.exchange(Self.post("/", Self.x(300)))
      #expect(refused?.hasPrefix("HTTP/1.1 503 ") == true)
      await gate.open()
      #expect(try await holder.readToEnd()?.hasPrefix("HTTP/1.1 200 ") == true)
      #expect(await running.server.heldBytes == 0)
    }
  }

  @Test func onlyAClientThatHasShownHowSlowItIsGivesWay() {
    let deadlines = Deadlines()
    var pace = BodyPace(deadlines, announced: 100_000)
    pace.beginWait(at: MonotonicTime(nanoseconds: 0))
    let seconds = { MonotonicTime(nanoseconds: $0 * 1_000_000_000) }
    #expect(pace.slowness(at: seconds(1)) == nil)
    let silent = pace.slowness(at: seconds(2))
    #expect(silent != nil)
    pace.received = 4 * 10 * 1_024
    #expect(pace.slowness(at: seconds(4)) == nil)
    let slow = pace.slowness(at: seconds(5))
    #expect(slow != nil)
    #expect(silent.flatMap { silent in slow.map { silent < $0 } } == true)
  }

  @Test("clients that ask for much and read little give way when others need the memory")
  func slowReaders() async throws {
    let bytes = 16 << 20
    let handler: Handler = { request in
      guard request.target.path == "/" else { return await TestRoutes.answer(request) }
      _ = try? await request.body.collect(upTo: bytes)
      return Response(.ok)
    }
    try await ServerUnderTest.run({ $0.heldBytesMax = 36 << 20 }, handler: handler) { running in
      await Self.pass(seconds: 0, in: running.server)
      let slow = RawClient(port: running.port)
      slow.shrinkReceiveBuffer()
      slow.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await eventually { await running.server.heldBytes > (36 << 20) - bytes })
      let post =
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(bytes)\r\n\r\n"
      let early = try await running.exchange(post)
      #expect(early?.hasPrefix("HTTP/1.1 503 ") == true, "it has not shown how slow it is")
      await Self.pass(seconds: 2, in: running.server)
      let client = RawClient(port: running.port)
      client.send(post)
      let permission = try await client.read(until: "\r\n\r\n")
      #expect(permission.hasPrefix("HTTP/1.1 100 "), "\(permission)")
      #expect(await running.server.heldBytes == bytes)
      #expect(await slow.readToReset())
    }
  }

  @Test(
    "for one network at most half is kept, and for one body alone what it needs",
    arguments: [
      ["TCP4 192.0.2.1", "TCP4 192.0.2.1", "TCP4 192.0.2.2"],
      // Of one /48, and of another one.
      ["TCP6 2001:db8:0:1::1", "TCP6 2001:db8:0:ff01::1", "TCP6 2001:db8:1::1"],
    ])
  func networks(_ clients: [String]) async throws {
    try await ServerUnderTest.run({
      ProxyProtocolTests.behindProxy(&$0)
      $0.heldBytesMax = 1_000
    }) { running in
      let headers = clients.map { "PROXY \($0) \($0.split(separator: " ")[1]) 4711 443\r\n" }
      let alone = try await running.exchange(headers[2] + Self.post("/echo", Self.x(800)))
      #expect(alone?.hasPrefix("HTTP/1.1 200 ") == true, "\(alone ?? "")")
      let first = RawClient(port: running.port)
      first.send(headers[0] + "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 400\r\n\r\nx")
      #expect(await eventually { await running.server.heldBytes == 400 })
      for (header, status) in zip(headers.dropFirst(), ["503", "200"]) {
        let answer = try await running.exchange(header + Self.post("/echo", Self.x(300)))
        #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(answer ?? "")")
      }
      first.send(Self.x(399))
      #expect(try await first.read(until: "xxx").hasPrefix("HTTP/1.1 200 "))
      #expect(await eventually { await running.server.heldBytes == 0 })
      let ofOne = clients[0].hasPrefix("TCP6") ? 3 : 1
      #expect(await eventually { await running.server.onLoop { $0.addresses.count } <= ofOne })
    }
  }

  @Test func slowReadersGiveWayToOneThatReads() async throws {
    try await ServerUnderTest.run({ $0.heldBytesMax = 36 << 20 }) { running in
      let slow = RawClient(port: running.port)
      slow.shrinkReceiveBuffer()
      slow.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await eventually { await running.server.heldBytes > 20 << 20 })
      await Self.pass(seconds: 2, in: running.server)
      let whole = try await running.exchange(
        "GET /huge HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect((whole?.utf8.count ?? 0) > 32 << 20)
      #expect(await slow.readToReset())
    }
  }

  @Test func aHeadThatDripsGivesWayToABody() async throws {
    try await ServerUnderTest.run({ $0.heldBytesMax = 20_000 }) { running in
      await Self.pass(seconds: 0, in: running.server)
      let slow = RawClient(port: running.port)
      slow.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + Self.x(15_000))
      #expect(await eventually { await running.server.heldBytes > 15_000 })
      let early = try await running.exchange(Self.post("/echo", Self.x(8_000)))
      #expect(early?.hasPrefix("HTTP/1.1 503 ") == true, "it has not shown how slow it is")
      await Self.pass(seconds: 2, in: running.server)
      let served = try await running.exchange(Self.post("/echo", Self.x(8_000)))
      #expect(served?.hasPrefix("HTTP/1.1 200 ") == true, "\(served ?? "")")
      #expect(try await slow.readToEnd()?.hasPrefix("HTTP/1.1 503 ") == true)
      #expect(await running.server.heldBytes == 0)
    }
  }

  @Test func aClientThatLeavesGivesBackWhatItsAnswerHeld() async throws {
    try await ServerUnderTest.run { running in
      do {
        let client = RawClient(port: running.port)
        client.shrinkReceiveBuffer()
        client.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await eventually { await running.server.heldBytes > 1 << 20 })
      }
      #expect(await eventually { await running.server.heldBytes == 0 })
    }
  }

  @Test func aSlowReaderWithoutRoomIsCutAndTheOthersAreServed() async throws {
    try await ServerUnderTest.run(
      { $0.heldBytesMax = 100_000 }
    ) { running in
      let slow = RawClient(port: running.port)
      slow.shrinkReceiveBuffer()
      slow.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(
        await eventually {
          running.events.contains {
            if case .streamBroken(_, Connection.noRoom) = $0 { true } else { false }
          }
        })
      let hello = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let answer = try await running.exchange(hello)
      #expect(answer?.hasSuffix("hello") == true)
      #expect(await running.server.heldBytes == 0)
    }
  }

  @Test func aStreamGoesOnPieceByPieceWhenMemoryIsShort() async throws {
    let produced = Counter()
    let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
    let handler: Handler = { _ in
      Response(.ok, content: .stream(length: nil, CountedPieces(256, produced)))
    }
    try await ServerUnderTest.run(
      {
        $0.address = .unix(path: path)
        $0.heldBytesMax = 2 * CountedPieces.bytes
      }, handler: handler
    ) { running in
      let client = RawClient(path: path)
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(await eventually { await running.server.heldBytes > 0 })
      #expect(await running.server.heldBytes <= 2 * CountedPieces.bytes)
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("0\r\n\r\n") == true)
      #expect(produced.value == 256)
    }
  }

  @Test func aHalfHeadCountsToo() async throws {
    try await ServerUnderTest.run(
      { $0.heldBytesMax = 5_000 }
    ) { running in
      let modest = RawClient(port: running.port)
      modest.send("GET /hello HTTP/1.1\r\nHost: a\r\nX: \(Self.x(4_900 - 40))")
      #expect(await eventually { await running.server.heldBytes > 4_000 })
      let greedy = try await running.exchange(
        "GET /hello HTTP/1.1\r\nHost: a\r\nX: \(Self.x(4_900))")
      #expect(greedy?.hasPrefix("HTTP/1.1 503 ") == true)
      modest.send("\r\nConnection: close\r\n\r\n")
      #expect(try await modest.readToEnd()?.hasSuffix("hello") == true)
      #expect(await running.server.heldBytes == 0)
    }
  }
}
