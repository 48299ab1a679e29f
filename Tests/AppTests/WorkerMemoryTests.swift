import EventLoop
import HTTP
import HTTPServer
import Postgres
import Testing
import Transport

@testable import App

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What workers share, and servers that get no memory for it.
@Suite struct WorkerMemoryTests {
  @Test("A worker that cannot use its parent's board says so, too")
  func noBoard() throws {
    var told = 0
    #expect(ConnectionBoard.memory(workers: 2, adopting: -1) { _ in told += 1 } == nil)
    #expect(told == 1)
    let made = try #require(ConnectionBoard.memory(workers: 2) { _ in told += 1 })
    let adopted = ConnectionBoard.memory(workers: 2, adopting: dup(made.descriptor)) { _ in
      told += 1
    }
    #expect(adopted != nil && told == 1)
  }

  @Test("What workers have counted and when they wrote stand beside each other")
  func partsOfTheMemory() throws {
    let limit = try #require(RateLimit(requests: 1, periodSeconds: 86_400, burst: 1))
    let memory = try WorkerMemory.create()
    let table = memory.rateTable(limit)
    #expect(memory.writeMark.latest.nanoseconds == 0)
    let address = try #require(ClientAddress("192.0.2.1"))
    #expect(table.admit(address, atNanoseconds: 1).isAdmitted)
    memory.writeMark.note()
    #expect(!table.admit(address, atNanoseconds: 1).isAdmitted)
    #expect(memory.writeMark.latest.nanoseconds > 0)
  }

  #if os(Linux)
    @Test("Without room for a board the workers serve all the same, and the log tells of it")
    func noRoomForABoard() {
      var told: [String] = []
      let memory = ConnectionBoard.memory(workers: 2, in: open("/dev/full", O_RDWR)) { event in
        if case .remark(let text) = event { told.append(text) }
      }
      #expect(memory == nil)
      #expect(told.count == 1 && told[0].contains("No space left on device"))
    }
  #endif
}
