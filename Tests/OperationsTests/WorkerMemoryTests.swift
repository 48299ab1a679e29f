import EventLoop
import HTTPServer
import Postgres
import Testing

@testable import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What workers share.
@Suite struct WorkerMemoryTests {
  @Test("The room is taken at once: an access can never find that there is none left")
  func memoryIsThere() throws {
    let memory = try WorkerMemory.create(workers: 256)
    var status = stat()
    #expect(fstat(memory.descriptor, &status) == 0)
    // In units of 512 bytes, whatever the file system.
    #expect(Int(status.st_blocks) * 512 >= ConnectionCounts.bytes(places: 256))
    #expect(fcntl(memory.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func memoryThatIsTooShortIsNotMapped() throws {
    let memory = try WorkerMemory.create(workers: 2)
    #expect(throws: CommandError.self) {
      try WorkerMemory.adopt(dup(memory.descriptor), workers: 3)
    }
    #expect(throws: CommandError.self) { try WorkerMemory.adopt(-1, workers: 2) }
  }

  #if os(Linux)
    @Test func withoutRoomThereIsARefusal() throws {
      let refusal = #expect(throws: CommandError.self) {
        try WorkerMemory.create(workers: 2, in: open("/dev/full", O_RDWR))
      }
      #expect(refusal?.description.contains("No space left on device") == true)
    }
  #endif
}
