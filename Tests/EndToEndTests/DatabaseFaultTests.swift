import Foundation
import TestDatabase
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// What clients see of a PostgreSQL that is not as it should be.
  @Suite struct DatabaseFaultTests {
    @Test("The whole shop works through a PgBouncer in transaction mode, as its package sets it up")
    func theWholeShopBehindAPooler() async throws {
      let direct = try await TestDatabase.shared.makeDatabase()
      let bouncer = try await TestBouncer(before: direct)
      defer { bouncer.stop() }
      let flags = ["--database-url", try bouncer.conninfo(of: direct), "--migrate", "--demo"]
      try await MoaServer.serving(flags) { server in
        try await ShopFlow(curl: Curl(base: server.url)).everything()
        try await server.expectOrderlyStop()
      }
    }

    #if os(Linux)
      @Test(
        "Frozen: 503 by the deadline, nothing grows, and it is over when PostgreSQL thaws"
      )
      func frozen() async throws {
        try await MoaServer.serving(["--demo", "--workers", "1"]) { server in
          let curl = Curl(base: server.url, repeatsMax: 0)
          let worker = try await server.waitForWorkers(1)[0]
          _ = try await Self.ask(curl, 40)
          let before = Self.size(of: worker)
          let postmaster = try #require(server.postmaster)
          let processes = Self.children(of: postmaster) + [postmaster]
          for process in processes { kill(process, SIGSTOP) }
          defer { for process in processes { kill(process, SIGCONT) } }
          for round in 1...3 {
            let (answers, slowest) = try await Self.ask(curl, 40)
            #expect(answers.allSatisfy { $0.status == 503 })
            #expect(answers.allSatisfy { $0.fields["retry-after"] != nil })
            print("frozen: round \(round), 40 requests, 503 within \(slowest)")
            // A deadline of 2 s, and a machine that does other things.
            #expect(slowest < .seconds(6))
          }
          #expect(try await curl.get("/livez").status == 200)
          #expect(try await curl.get("/readyz").status == 503)
          let during = Self.size(of: worker)
          #expect(during.threads <= before.threads + 2)
          #expect(during.descriptors <= before.descriptors + 8)
          for process in processes.reversed() { kill(process, SIGCONT) }
          let start = ContinuousClock.now
          try await waiting(upTo: .seconds(20), for: "an answer") {
            try await curl.get("/v1/products?limit=7").status == 200 ? true : nil
          }
          print(
            "frozen: back \(ContinuousClock.now - start) after it thawed;",
            "threads \(before.threads), \(during.threads),",
            "descriptors \(before.descriptors), \(during.descriptors)")
        }
      }

      /// Asks for so many different pages at once; the answers, and how long the slowest took.
      private static func ask(
        _ curl: Curl, _ count: Int
      ) async throws -> (answers: [Answer], slowest: Duration) {
        try await withThrowingTaskGroup { group in
          for number in 1...count {
            group.addTask {
              let start = ContinuousClock.now
              let answer = try await curl.get("/v1/products?limit=\(number)")
              return (answer, ContinuousClock.now - start)
            }
          }
          return try await group.reduce(into: (answers: [], slowest: .zero)) {
            $0.answers.append($1.0)
            $0.slowest = max($0.slowest, $1.1)
          }
        }
      }

      private static func size(of process: Int32) -> (threads: Int, descriptors: Int) {
        func entries(_ name: String) -> Int {
          (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\(name)").count)
            ?? 0
        }
        return (entries("task"), entries("fd"))
      }

      private static func children(of parent: Int32) -> [Int32] {
        let path = "/proc/\(parent)/task/\(parent)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
      }
    #endif
  }
}
