import Domain
import EventLoop
import HTTP
import Synchronization
import Testing

@testable import App
@testable import Transport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct SharedRateTableTests {
  static let second: Int64 = 1_000_000_000

  static func table(
    _ requests: Int, burst: Int, in memory: SharedMemory? = nil
  ) throws -> SharedRateTable {
    let limit = try #require(RateLimit(requests: requests, periodSeconds: 1, burst: burst))
    let memory = try memory ?? SharedMemory.create(SharedRateTable.octets())
    return SharedRateTable(memory, limit)
  }

  static func address(_ number: Int) -> ClientAddress {
    ClientAddress(ipv4: UInt32(truncatingIfNeeded: number))
  }

  @Test func ofTwiceTheBurstExactlyTheBurstIsAdmitted() throws {
    let table = try Self.table(50, burst: 50)
    func admitted(_ count: Int, at now: Int64) -> Int {
      (0..<count).count { _ in
        table.admit(Self.address(1), atNanoseconds: now).isAdmitted
      }
    }
    #expect(admitted(100, at: 1_000 * Self.second) == 50)
    #expect(admitted(100, at: 1_000 * Self.second + Self.second / 5) == 10)
    #expect(admitted(100, at: 1_500 * Self.second) == 50)
    #expect(table.admit(Self.address(2), atNanoseconds: 1_500 * Self.second).isAdmitted)
  }

  @Test("many at once are counted exactly, on two mappings of one memory")
  func concurrency() async throws {
    let memory = try SharedMemory.create(SharedRateTable.octets())
    let other = try SharedMemory.adopt(dup(memory.descriptor), SharedRateTable.octets())
    #expect(other.base != memory.base)
    let tables = [
      try Self.table(1_000, burst: 1_000, in: memory),
      try Self.table(1_000, burst: 1_000, in: other),
    ]
    let admitted = await withTaskGroup(of: [Int].self) { group in
      for worker in 0..<8 {
        group.addTask {
          (0..<20_000).reduce(into: [0, 0, 0, 0]) { counts, index in
            let client = index % 4
            let table = tables[worker % 2]
            if table.admit(Self.address(client), atNanoseconds: 9 * Self.second).isAdmitted {
              counts[client] += 1
            }
          }
        }
      }
      return await group.reduce([0, 0, 0, 0]) { sum, part in zip(sum, part).map { $0 + $1 } }
    }
    #expect(admitted == [1_000, 1_000, 1_000, 1_000])
  }

  @Test("a /64 of IPv6 is one client, and everybody behind a Unix socket another")
  func clients() throws {
    let table = try Self.table(1, burst: 1)
    func isAdmitted(_ address: ClientAddress) -> Bool {
      table.admit(address, atNanoseconds: 9 * Self.second).isAdmitted
    }
    #expect(isAdmitted(ClientAddress(ipv6: 0x2001_0DB8_0000_0001, 1)))
    #expect(!isAdmitted(ClientAddress(ipv6: 0x2001_0DB8_0000_0001, 0xFFFF_0000_0000_0002)))
    #expect(isAdmitted(ClientAddress(ipv6: 0x2001_0DB8_0000_0002, 1)))
    #expect(isAdmitted(.unix) && !isAdmitted(.unix))
    #expect(isAdmitted(ClientAddress(ipv4: 1)))
    // The same address whichever way the listener is bound.
    #expect(!isAdmitted(ClientAddress(ipv6: 0, 0xFFFF_0000_0001)))
  }

  @Test("a million addresses take no more memory, and are all answered")
  func aMillionAddresses() throws {
    let memory = try SharedMemory.create(SharedRateTable.octets())
    let table = try Self.table(1, burst: 1, in: memory)
    #expect(memory.count <= 1 << 20)
    // Each is new, so each is admitted, whoever has to be forgotten for it; but eight times in 2^24
    // a new client has the tag of another one in its set.
    let refused = (0..<1_000_000).count { number in
      let now = 9 * Self.second + Int64(number) * 1_000
      return !table.admit(Self.address(number), atNanoseconds: now).isAdmitted
    }
    #expect(refused < 10)
  }

  @Test("whoever fits is remembered: few addresses are never forgotten for each other")
  func fewAreRemembered() throws {
    let table = try Self.table(1, burst: 1)
    let addresses = (0..<10_000).map { Self.address($0) }
    for address in addresses { _ = table.admit(address, atNanoseconds: 9 * Self.second) }
    let forgotten = addresses.count {
      table.admit($0, atNanoseconds: 9 * Self.second).isAdmitted
    }
    // A set would need nine of them; with 12,500 sets that happens once in thousands of runs.
    #expect(forgotten < 10)
  }

  @Test func ticksComeRoundWithoutLockingAnybodyOut() {
    let limit: Int64 = 640
    for now in [UInt64(0), 1 << 39, (1 << 40) - 1, 1 << 40, (1 << 41) + 5, .max] {
      let entry = RateEntry(tag: 7 << 40, tick: now)
      for ahead in [Int64(0), 1, 640] {
        #expect(entry.ahead(entry.word(ahead: ahead), atMost: limit) == ahead)
      }
      #expect(entry.isOwn(entry.word(ahead: 3)))
      let earlier = RateEntry(tag: 7 << 40, tick: now &- 1_000)
      #expect(entry.ahead(earlier.word(ahead: 64), atMost: limit) == -936)
      // Beyond what the limit can reach, a tick ahead is one that was forgotten long ago.
      #expect(entry.ahead(entry.word(ahead: 641), atMost: limit) < 0)
    }
    #expect(RateEntry(tag: 0, tick: 0).word(ahead: 0) != 0)
  }

  @Test("the room is taken at once: an access can never find that there is none left")
  func memoryIsThere() throws {
    let memory = try SharedMemory.create(SharedRateTable.octets())
    var status = stat()
    #expect(fstat(memory.descriptor, &status) == 0)
    // In units of 512 octets, whatever the file system.
    #expect(Int(status.st_blocks) * 512 >= SharedRateTable.octets())
  }

  #if os(Linux)
    @Test func withoutRoomThereIsARefusal() throws {
      let refusal = #expect(throws: Refusal.self) {
        try SharedMemory.create(SharedRateTable.octets(), in: open("/dev/full", O_RDWR))
      }
      #expect(refusal?.description.contains("No space left on device") == true)
    }
  #endif

  @Test func memoryThatIsTooShortIsNotMapped() throws {
    let memory = try SharedMemory.create(4_096)
    #expect(throws: Refusal.self) { try SharedMemory.adopt(dup(memory.descriptor), 8_192) }
    #expect(throws: Refusal.self) { try SharedMemory.adopt(-1, 4_096) }
    #expect(fcntl(memory.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("memory of a program that needed less is made longer, and keeps what it has")
  func memoryOfAnEarlierProgram() throws {
    let earlier = try SharedMemory.create(SharedRateTable.octets())
    let table = try Self.table(1, burst: 1, in: earlier)
    #expect(table.admit(Self.address(1), atNanoseconds: Self.second).isAdmitted)
    let longer = try SharedMemory.adoptLengthening(dup(earlier.descriptor), 2_000_000)
    longer.base.storeBytes(of: 7, toByteOffset: 1_999_999, as: UInt8.self)
    let same = try Self.table(1, burst: 1, in: longer)
    #expect(!same.admit(Self.address(1), atNanoseconds: Self.second).isAdmitted)
    #expect(throws: Refusal.self) { try SharedMemory.adoptLengthening(-1, 4_096) }
    #expect(throws: Refusal.self) {
      try SharedMemory.adoptLengthening(open("/dev/null", O_RDONLY), 4_096)
    }
  }

  @Test func withoutALimitThereIsNoTable() throws {
    #expect(try Policies(Configuration(dataDirectory: "/", cores: 1)).rate == nil)
  }

  @Test func whatIsOnlyAskedIsNotTaken() throws {
    let table = try Self.table(1, burst: 2)
    func remaining(_ counts: Bool) -> Int? {
      let admission = table.admit(Self.address(1), counts: counts, atNanoseconds: 9 * Self.second)
      return admission.isAdmitted ? admission.remaining : nil
    }
    #expect([remaining(false), remaining(false), remaining(true)] == [1, 1, 1])
    #expect([remaining(false), remaining(true), remaining(false)] == [0, 0, nil])
  }

  @Test("who has read the clock just before another took the last does not find all forgotten")
  func anEarlierClock() throws {
    let table = try Self.table(5, burst: 5)
    func isAdmitted(_ now: Int64) -> Bool {
      table.admit(Self.address(1), atNanoseconds: now).isAdmitted
    }
    #expect((0..<5).allSatisfy { _ in isAdmitted(9 * Self.second) })
    for earlier in [1, 3_125_000, 50_000_000, 400_000_000] as [Int64] {
      #expect(!isAdmitted(9 * Self.second - earlier))
    }
  }

  @Test("wrong secrets count for all processes on a memory, and without a limit of rates")
  func processesCountFailuresTogether() throws {
    let memory = try WorkerMemory.create()
    let failures = try (0..<2).map { _ in
      try Policies(
        Configuration(dataDirectory: "/", cores: 1), memory: .adopt(dup(memory.descriptor))
      ).failedSecrets
    }
    let address = Self.address(1)
    for number in 0..<5 { #expect(failures[number % 2].decide(address, true).isAdmitted) }
    for table in failures { #expect(!table.decide(address, true).isAdmitted) }
    // The table of rates beside it has seen nothing of that.
    let rate = try #require(RateLimit(requests: 1, periodSeconds: 86_400, burst: 5))
    let now = MonotonicTime.now().nanoseconds
    #expect(memory.rateTable(rate).admit(address, atNanoseconds: now).remaining == 4)
  }

  @Test("what one process has admitted, another one on the same descriptor has seen")
  func processesCountTogether() throws {
    var configuration = Configuration(dataDirectory: "/", cores: 1)
    configuration.policies.rateLimit = RateLimit(requests: 1, periodSeconds: 86_400, burst: 3)
    let memory = try WorkerMemory.create()
    let gates = try (0..<2).map { _ in
      try #require(try Policies(configuration, memory: .adopt(dup(memory.descriptor))).rate)
    }
    let request = try Request(.get, "/", fields: [:], body: [])
    for _ in 0..<3 { try gates[0].pass(request, "/") }
    for gate in gates {
      let problem = #expect(throws: Problem.self) { try gate.pass(request, "/") }
      #expect(problem?.status == .tooManyRequests)
    }
    // A table of their own has seen nothing.
    try #require(try Policies(configuration).rate).pass(request, "/")
  }
}
