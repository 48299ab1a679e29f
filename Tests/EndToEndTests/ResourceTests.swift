#if os(Linux)
  import Foundation
  import TestDatabase
  import Testing

  extension EndToEnd {
    /// What control groups and affinity let the program have.
    @Suite(.timeLimit(.minutes(20))) struct ResourceTests {
      /// What the doctor says when these words start it.
      private func doctor(_ entrance: [String]) async throws -> String {
        let place = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: place) }
        let words =
          entrance + [
            Workplace.program.path, "doctor", "--data-dir", place.path + "/data", "--port", "0",
          ]
        return try await Program.run("/usr/bin/env", words, in: place).output
      }

      @Test func theMemoryOfAGroupAboveCounts() async throws {
        let group = try ControlGroup(.memory(mebibytes: 300))
        defer { group.remove() }
        let said = try await doctor(group.entrance)
        #expect(said.contains("Memory: 300 MiB may be used"), "\(said)")
      }

      @Test func theProcessorTimeOfAGroupAboveCounts() async throws {
        let group = try ControlGroup(.processor(percent: 100))
        defer { group.remove() }
        let said = try await doctor(group.entrance)
        #expect(said.contains("Processors: 1 may be used; workers: 1\n"), "\(said)")
      }

      @Test func theProcessorsThatMayBeUsedCount() async throws {
        let said = try await doctor(["taskset", "-c", "0"])
        #expect(said.contains("Processors: 1 may be used; workers: 1\n"), "\(said)")
      }

      @Test("Secrets that are compared leave no memory behind")
      func memoryOfHashes() async throws {
        try await MoaServer.serving(["--demo", "--workers", "0"] + MoaServer.measured) { server in
          let resident = #"moa_process_resident_memory_bytes{role="server"}"#
          let vendor = DemoVendor.published
          let basic = Data("\(vendor.identifier):\(vendor.secret)".utf8).base64EncodedString()
          let curl = Curl(base: server.url)
          _ = try await curl.get("/v1/products")
          let before = try await server.waitForMetrics("a look") { $0[resident] > 0 }[resident]
          for _ in 0..<4 {
            // More than are hashed at once, so that several threads do it.
            try await withThrowingTaskGroup { group in
              for _ in 0..<6 {
                group.addTask {
                  let answer = try await curl.send(
                    "DELETE", "/v1/products/999999999", ["Authorization: Basic \(basic)"])
                  #expect(answer.status == 404)
                }
              }
              try await group.waitForAll()
            }
          }
          try await server.waitForMetrics("less than one table of 16 MiB more") {
            $0[resident] < before + Double(12 << 20)
          }
          try await server.expectOrderlyStop()
        }
      }

      @Test func aHundredThousandProductsAreAddedInLittleMemory() async throws {
        let group = try ControlGroup(.memory(mebibytes: 128))
        defer { group.remove() }
        let place = try Workplace.makeDirectory(onDisk: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let data = ["--data-dir", place.path + "/data"]
        func run(_ arguments: [String]) async throws -> (status: Int32, errors: String) {
          let program = try Program(
            "/usr/bin/env", group.entrance + [Workplace.program.path] + arguments + data, in: place)
          return (try await program.ended(within: .seconds(900)), program.errors)
        }
        let migrated = try await run(["migrate"])
        #expect(migrated.status == 0, "\(migrated.errors)")
        let added = try await run(["demo", "--products", "100000"])
        #expect(added.status == 0, "\(added.errors)")
        #expect(try #require(group.kills) == 0)
      }
    }
  }
#endif
