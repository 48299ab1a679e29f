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
