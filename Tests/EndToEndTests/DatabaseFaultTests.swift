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
        "Frozen: 503 by the deadline, then soon; nothing grows; it is over when PostgreSQL thaws"
      )
      func frozen() async throws {
        try await MoaServer.serving(["--demo", "--workers", "1"]) { server in
          let curl = Curl(base: server.url, repeatsMax: 0)
          let worker = try await server.waitForWorkers(1)[0]
          let atFirst = Self.size(of: worker)
          _ = try await Self.ask(server.url, 40)
          let before = try await waiting(for: "the end of those clients") {
            let size = Self.size(of: worker)
            return size.descriptors <= atFirst.descriptors + 8 ? size : nil
          }
          let postmaster = try #require(server.postmaster)
          let processes = Self.children(of: postmaster) + [postmaster]
          for process in processes { kill(process, SIGSTOP) }
          defer { for process in processes { kill(process, SIGCONT) } }
          var middle: [Duration] = []
          for round in 1...3 {
            let (answers, waits) = try await Self.ask(server.url, 10)
            #expect(answers.allSatisfy { $0.status == 503 })
            #expect(answers.allSatisfy { $0.head.lowercased().contains("\r\nretry-after: ") })
            print("frozen: round \(round), ten requests, 503 after \(waits[0])...\(waits[9])")
            // A deadline of 2 s, and a machine that does other things.
            #expect(waits[9] < .seconds(6))
            if round > 1 { middle.append(waits[4]) }
          }
          // 200 ms, and not the 500 ms that callers wait for a server which is there.
          #expect(middle.contains { $0 < .milliseconds(450) }, "\(middle)")
          #expect(try await curl.get("/livez").status == 200)
          #expect(try await curl.get("/readyz").status == 503)
          let during = Self.size(of: worker)
          #expect(during.threads <= before.threads + 2)
          #expect(during.descriptors <= before.descriptors + 8)
          for process in processes.reversed() { kill(process, SIGCONT) }
          let start = ContinuousClock.now
          try await waiting(for: "an answer") {
            try await curl.get("/v1/products?limit=7").status == 200 ? true : nil
          }
          print(
            "frozen: back \(ContinuousClock.now - start) after it thawed;",
            "threads \(before.threads), \(during.threads),",
            "descriptors \(before.descriptors), \(during.descriptors)")
        }
      }

      /// Asks for so many different pages at once; the answers, and how long they took, in order.
      /// By threads of its own, because the tests' few would ask one after the other.
      private static func ask(
        _ url: String, _ count: Int
      ) async throws -> (answers: [KeptClient.Reply], waits: [Duration]) {
        try await withThrowingTaskGroup { group in
          for number in 1...count {
            group.addTask {
              try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                  continuation.resume(with: Result { try answer(of: url, limit: number) })
                }
              }
            }
          }
          let all = try await group.reduce(into: []) { $0.append($1) }
          return (all.map(\.0), all.map(\.1).sorted())
        }
      }

      private static func answer(
        of url: String, limit: Int
      ) throws -> (KeptClient.Reply, Duration) {
        let host = url.replacing("http://", with: "")
        let request = "GET /v1/products?limit=\(limit) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
        let start = ContinuousClock.now
        let reply = try KeptClient(url).send(Array(request.utf8))
        return (reply, ContinuousClock.now - start)
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

extension EndToEnd {
  /// `deploy/postgresql/roles.sql`: one role owns the schema, another one serves.
  @Suite struct DatabaseRoleTests {
    @Test("The whole shop works as a role that may do no more than write rows")
    func leastRights() async throws {
      let database = try TestRoles()
      defer { database.remove() }
      try database.makeDatabase("shop", "encoding 'UTF8' template template0")
      try database.psql(try Workplace.file("deploy/postgresql/roles.sql"), in: "shop")
      try await Self.run(["migrate"], as: "moa_owner", of: database)
      let flags = ["--workers", "1", "--database-url", database.conninfo("moa_server", "shop")]
      try await MoaServer.serving(flags + ["--demo"]) { server in
        try await ShopFlow(curl: Curl(base: server.url)).everything()
        let client = try await LikeClient(server.url)
        #expect(try await client.send("PUT", "/v1/likes/207").status == 204)
        #expect(try await client.ids("/v1/likes") == [207])
        try await server.expectOrderlyStop()
      }
      try await Self.run(["sweep"], as: "moa_server", of: database)
      let doctor = try await Self.run(["doctor"], as: "moa_server", of: database)
      #expect(doctor.contains("may serve; another one has to run `moa migrate`"))
    }

    @discardableResult
    private static func run(
      _ command: [String], as role: String, of database: TestRoles
    ) async throws -> String {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let result = try await Program.run(
        Workplace.program.path, command + ["--database-url", database.conninfo(role, "shop")],
        in: directory)
      #expect(result.status == 0, "\(command): \(result.output)\(result.errors)")
      return result.output
    }
  }
}
