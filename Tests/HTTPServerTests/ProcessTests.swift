#if os(Linux)
  import EventLoop
  import Foundation
  import Testing

  /// What a process of the engine costs, seen from outside, while clients do their worst.
  @Suite(.serialized) struct ProcessTests {
    private static let close = "GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// Memory that a process takes for other things, such as a thread that had not run before: in
    /// a debug build some megabytes, and never in proportion to what goes through.
    private static let sparesKilobytes = 4 * 1024

    private func warm(_ server: ChildServer) async throws {
      for path in ["/stream?bytes=4194304", "/livez"] {
        let client = RawClient(port: server.port)
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try await client.readToEnd()?.hasPrefix("HTTP/1.1 200 ") == true)
      }
    }

    @Test func aLongAnswerToASlowReaderGoesThroughLittleMemory() async throws {
      let server = try await ChildServer()
      try await warm(server)
      try server.forgetPeak()
      let before = try server.residentKilobytes()
      let client = RawClient(port: server.port)
      let bytes = 128 << 20
      client.send("GET /stream?bytes=\(bytes) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      try await Task.sleep(for: .milliseconds(300))
      var received = 0
      while let count = try await client.readSome(1 << 20) { received += count }
      #expect(received > bytes)
      let growth = try server.peakKilobytes() - before
      #expect(growth < Self.sparesKilobytes, "\(growth) KiB for \(bytes >> 10) KiB")
    }

    @Test func aLongBodyForASlowHandlerGoesThroughLittleMemory() async throws {
      let server = try await ChildServer(["body=\(1 << 30)"])
      try await warm(server)
      try server.forgetPeak()
      let before = try server.residentKilobytes()
      let client = RawClient(port: server.port)
      let pieces = 1_024
      let bytes = pieces * 65_536
      let sending = Task {
        try await EventLoop.offload {
          client.send(
            "POST /sink?pause=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
              + "Content-Length: \(bytes)\r\n\r\n")
          let piece = [UInt8](repeating: 0x78, count: 65_536)
          for _ in 0..<pieces { client.send(piece) }
        }
      }
      try await sending.value
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("\r\n\r\n\(bytes)\n") == true)
      let growth = try server.peakKilobytes() - before
      #expect(growth < Self.sparesKilobytes, "\(growth) KiB for \(bytes >> 10) KiB")
    }

    @Test func manyLargeBodiesAtOnceStayWithinTheBudget() async throws {
      let budget = 8 << 20
      let server = try await ChildServer(["held=\(budget)"])
      try await warm(server)
      try server.forgetPeak()
      let before = try server.residentKilobytes()
      let body = [UInt8](repeating: 0x78, count: 1 << 20)
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<32 {
          group.addTask {
            let client = RawClient(port: server.port)
            try await EventLoop.offload {
              client.send(
                "POST /keep?pause=300 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                  + "Content-Length: \(body.count)\r\n\r\n")
              client.send(body)
            }
            return try await client.readToEnd() ?? "silence"
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let served = answers.filter { $0.hasPrefix("HTTP/1.1 200 ") }.count
      let refused = answers.filter { $0.hasPrefix("HTTP/1.1 503 ") }
      // A refused client may lose its answer to the reset that follows when it goes on sending.
      #expect(served >= 4)
      #expect(served < 32)
      #expect(!refused.isEmpty)
      #expect(refused.allSatisfy { $0.contains("\r\nRetry-After: 1\r\n") })
      let growth = try server.peakKilobytes() - before
      // A list that grows by appending has up to twice its length, and its old self beside it.
      #expect(growth < 3 * (budget >> 10) + Self.sparesKilobytes, "\(growth) KiB")
      let client = RawClient(port: server.port)
      client.send(Self.close)
      #expect(try await client.readToEnd()?.hasSuffix("ok\n") == true)
    }

    @Test func withoutDescriptorsAcceptingWaitsAndGoesOn() async throws {
      let server = try await ChildServer(
        ["first-byte-seconds=600", "idle-seconds=600"], shell: "ulimit -n 64")
      let hello = "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"
      var clients = (0..<150).map { _ in RawClient(port: server.port) }
      #expect(clients.allSatisfy { $0.isConnected })
      #expect(await eventually { try server.descriptors() >= 64 })
      let before = try server.processorSeconds()
      try await Task.sleep(for: .seconds(2))
      // A loop that spins would have used two seconds.
      #expect(try server.processorSeconds() - before < 0.5)
      clients[0].send(hello)
      #expect(try await clients[0].read(until: "ok\n").hasSuffix("ok\n"))
      #expect(server.isRunning)
      // Those that wait are served as soon as others leave.
      let last = try #require(clients.last)
      clients.removeFirst(120)
      last.send(hello)
      #expect(try await last.read(until: "ok\n").hasSuffix("ok\n"))
      clients.removeAll()
      last.send(Self.close)
      #expect(try await last.readToEnd()?.hasSuffix("ok\n") == true)
      #expect(await eventually { try server.descriptors() < 32 })
    }

    @Test func clientsThatLeaveInTheMiddleEndNothing() async throws {
      let server = try await ChildServer()
      let alone = try server.sockets()
      for _ in 0..<50 {
        let client = RawClient(port: server.port)
        client.shrinkReceiveBuffer()
        client.send("GET /stream?bytes=\(64 << 20) HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try await client.readSome(512)
      }
      for _ in 0..<50 {
        let client = RawClient(port: server.port)
        client.send("POST /keep HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nhalf")
      }
      let client = RawClient(port: server.port)
      client.send(Self.close)
      #expect(try await client.readToEnd()?.hasSuffix("ok\n") == true)
      #expect(server.isRunning)
      #expect(alone > 0)
      #expect(await eventually { try server.sockets() <= alone })
    }
  }
#endif
