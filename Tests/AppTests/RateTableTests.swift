import Domain
import HTTP
import LocalPostgres
import Synchronization
import Testing
import UseCases
import Web

@testable import App
@testable import Transport

@Suite struct RateTableTests {
  static let second: Int64 = 1_000_000_000

  static func table(
    _ requests: Int, burst: Int, keysMax: Int = 50_000
  ) throws -> RateTable<ClientNetwork> {
    let limit = try #require(RateLimit(requests: requests, periodSeconds: 1, burst: burst))
    return RateTable(limit, keysMax: keysMax)
  }

  static func address(_ number: Int) -> [RateSubject<ClientNetwork>] {
    ClientNetwork(.ipv4, UInt64(number)).subjects
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

  @Test("Many loops of one process are counted exactly")
  func concurrency() async throws {
    let table = try Self.table(1_000, burst: 1_000)
    let admitted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<1_000).count { _ in
            table.admit(Self.address(1), atNanoseconds: 9 * Self.second).isAdmitted
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(admitted == 1_000)
  }

  @Test("a /64 of IPv6 is one client, and everybody behind a Unix socket another")
  func clients() throws {
    let table = try Self.table(1, burst: 1)
    func isAdmitted(_ address: ClientAddress) -> Bool {
      table.admit(Client(peer: address).network.subjects, atNanoseconds: 9 * Self.second).isAdmitted
    }
    #expect(isAdmitted(ClientAddress(ipv6: 0x2001_0DB8_0000_0001, 1)))
    #expect(!isAdmitted(ClientAddress(ipv6: 0x2001_0DB8_0000_0001, 0xFFFF_0000_0000_0002)))
    #expect(isAdmitted(ClientAddress(ipv6: 0x2001_0DB8_0000_0002, 1)))
    #expect(isAdmitted(.unix))
    #expect(!isAdmitted(.unix))
    #expect(isAdmitted(ClientAddress(ipv4: 1)))
    // The same address whichever way the listener is bound.
    #expect(!isAdmitted(ClientAddress(ipv6: 0, 0xFFFF_0000_0001)))
  }

  /// Networks of 64 bits that differ in one group of their address.
  private static func networks(_ count: UInt64, apart step: UInt64) -> [ClientNetwork] {
    (0..<count).map { ClientNetwork(.ipv6, 0x2001_0DB8_0001_0000 + $0 * step) }
  }

  @Test(
    "all networks of a household or a company together have ten times as much as one",
    arguments: [
      // In one /56; each in its own /56 of one /48; each in its own /48.
      (1, 30), (0x100, 30), (0x1_0000, 100),
    ] as [(UInt64, Int)])
  func customers(step: UInt64, admitted: Int) throws {
    let table = try Self.table(3, burst: 3)
    let count = Self.networks(100, apart: step).count { network in
      table.admit(network.subjects, atNanoseconds: 9 * Self.second).isAdmitted
    }
    #expect(count == admitted)
  }

  @Test("one network that asks too often leaves the others of its customer theirs")
  func neighbours() throws {
    let table = try Self.table(3, burst: 3)
    let networks = Self.networks(2, apart: 1)
    for _ in 0..<1_000 { _ = table.admit(networks[0].subjects, atNanoseconds: 9 * Self.second) }
    #expect(table.admit(networks[1].subjects, atNanoseconds: 9 * Self.second).isAdmitted)
  }

  @Test("Those who asked last are remembered, and the others forgotten")
  func generations() throws {
    let table = try Self.table(1, burst: 1, keysMax: 10)
    func isAdmitted(_ number: Int) -> Bool {
      table.admit(Self.address(number), atNanoseconds: 9 * Self.second).isAdmitted
    }
    #expect((0..<20).allSatisfy(isAdmitted))
    #expect(!(0..<20).contains(where: isAdmitted))
    #expect(isAdmitted(20))
    #expect(isAdmitted(0))
    #expect(!isAdmitted(19))
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

  // MARK: Shares of workers

  private static func read(_ flags: [Setting: String] = [:]) throws -> Configuration {
    try Configuration.read(flags: flags, environment: [:], machine: .current(environment: [:]))
  }

  @Test func withoutALimitThereIsNoGate() throws {
    #expect(try Policies(Self.read([.dataDirectory: "/"])).rate == nil)
  }

  @Test("Each worker counts its share, at least 1", arguments: [(1, 4), (2, 2), (3, 1), (9, 1)])
  func shares(workers: Int, admitted: Int) throws {
    var configuration = try Self.read([.dataDirectory: "/"])
    configuration.policies.rateLimit = RateLimit(requests: 1, periodSeconds: 86_400, burst: 4)
    configuration.becomeWorker(of: workers, isDatabasePrivate: false)
    let policies = Policies(configuration)
    let gate = try #require(policies.rate)
    let request = try Request(.get, "/", fields: [:], body: [])
    let home = Destination(path: "/")
    for _ in 0..<admitted { try gate.before(request, to: home) }
    let problem = #expect(throws: Problem.self) { try gate.before(request, to: home) }
    #expect(problem?.status == .tooManyRequests)
    let identifier = try #require(VendorIdentifier(bytes: Array(repeating: 1, count: 16)))
    let attempt = SecretAttempt(.vendor(identifier), from: ClientNetwork(.ipv4, 1))
    var wrong = 0
    while wrong < 9, (try? policies.failedSecrets.note(attempt)) != nil { wrong += 1 }
    #expect(wrong == max(1, 5 / workers))
  }
}

@Suite struct RemarkedOnceTests {
  @Test("a remark is made once a day, and at most a hundred of them are")
  func remarks() {
    let made = Mutex<[String]>([])
    let clock = Mutex<Int64>(0)
    let once = RemarkedOnce(
      { sentence in made.withLock { $0.append(sentence) } }, now: { clock.withLock { $0 } })
    for number in 1...150 {
      once.tell("\(number)")
      once.tell("\(number)")
    }
    #expect(made.withLock { $0 } == (1...100).map { "\($0)" })
    clock.withLock { $0 = 86_400 * RateTableTests.second }
    for sentence in ["150", "1", "1"] { once.tell(sentence) }
    #expect(made.withLock { $0.suffix(3) } == ["100", "150", "1"])
  }
}
