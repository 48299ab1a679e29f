import Dispatch
import EventLoop
import Synchronization
import TestDatabase
import Testing

@testable import Postgres

struct DeadlineTests {
  private static func policy(_ deadline: Duration) -> StatementPolicy {
    var policy = StatementPolicy()
    policy.readDeadline = deadline
    policy.writeDeadline = deadline
    return policy
  }

  @Test func aStatementPastItsDeadlineEndsTheConnection() async throws {
    let policy = Self.policy(.milliseconds(50))
    try await ServerUnderTest.withConnection(policy: policy) { connection in
      let start = MonotonicTime.now()
      let error = await failure { try await connection.rows(Statements.sleepAndEcho, (3, 1)) }
      #expect(error?.isTimeout == true)
      #expect(MonotonicTime.now() - start < .seconds(2))
      #expect(!connection.isOpen)
      let later = await failure { try await connection.rows(Statements.echo, 1) }
      #expect(later?.isConnection == true)
      #expect(later?.isSafeToRetry == true)
    }
  }

  @Test("Others on the connection that is given up are told to try again, not that they were slow")
  func neighboursMayRetry() async throws {
    try await ServerUnderTest.withConnection { connection in
      let soon = connection.loop.now.advanced(by: .milliseconds(50))
      let later = connection.loop.now.advanced(by: .seconds(2))
      async let slow = connection.run(
        Statements.sleepAndEcho.call((3, 1)), deadline: soon, isRepeatable: true)
      async let read = connection.run(Statements.echo.call(2), deadline: later, isRepeatable: true)
      async let write = connection.run(
        Statements.echo.call(3), deadline: later, isRepeatable: false)
      let errors = await [Self.error(slow), Self.error(read), Self.error(write)]
      #expect(errors.map { $0?.isTimeout } == [true, false, false])
      #expect(errors.map { $0?.isSafeToRetry } == [true, true, false])
    }
  }

  /// Something else on a loop, every ten milliseconds if nobody holds it up.
  private final class Ticks: @unchecked Sendable {
    // Unchecked: all of it stays on the loop.
    private var times: [MonotonicTime]
    private var timer: LoopTimer?

    init(on loop: EventLoop) {
      times = [.now()]
      timer = loop.makeTimer { [unowned self] in
        times.append(.now())
        timer?.arm(at: .now().advanced(by: .milliseconds(10)))
      }
      timer?.arm(at: .now())
    }

    /// Ends it.
    func longestPause(until end: MonotonicTime) -> Duration {
      timer?.cancel()
      let times = times + [end]
      return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .zero
    }
  }

  @Test("A server that never stops talking holds up neither the loop nor the deadline")
  func talkativeServer() async throws {
    let direct = try await TestDatabase.shared.makeDatabase()
    let relay = try TestRelay(before: direct)
    defer { relay.close() }
    let target = try ConnectionString(relay.conninfo(of: direct))
    try await ServerUnderTest.onLoop { loop in
      let connection = try await Connection.connect(
        on: loop, to: target, deadline: .seconds(30), policy: Self.policy(.milliseconds(500)))
      defer { connection.close() }
      relay.fail(.chatter)
      let start = MonotonicTime.now()
      let ticks = Ticks(on: loop)
      let error = await failure { try await connection.rows(Statements.echo, 1) }
      let end = MonotonicTime.now()
      #expect(error?.isTimeout == true)
      #expect(end - start < TestRelay.chatterLasts / 2)
      let longest = ticks.longestPause(until: end)
      #expect(longest < .seconds(1), "\(longest)")
    }
  }

  @Test("2,400 statements with their own number, many past a short deadline: no foreign answer")
  func noAnswerGoesToTheWrongCaller() async throws {
    try await ServerUnderTest.withPool({ configuration in
      configuration.statements = Self.policy(.milliseconds(60))
      configuration.sharedConnectionsMax = 2
      configuration.timeoutsMax = .max
    }) { pool in
      var counts = (right: 0, wrong: 0, failed: 0)
      for round in 0..<60 as Range<Int64> {
        await withTaskGroup { group in
          for index in 0..<40 as Range<Int64> {
            let number = round * 40 + index
            // Mostly quick; one in twenty takes longer than the deadline.
            let seconds = index % 20 == 19 ? 0.1 : Double.random(in: 0...0.001)
            group.addTask {
              (number, try? await pool.first(Statements.sleepAndEcho, (seconds, number)))
            }
          }
          for await (number, answer) in group {
            if answer == number {
              counts.right += 1
            } else if answer == nil {
              counts.failed += 1
            } else {
              counts.wrong += 1
            }
          }
        }
      }
      #expect(counts.wrong == 0)
      #expect(counts.right + counts.failed == 2400)
      #expect(counts.right > 100, "\(counts)")
      #expect(counts.failed > 50, "\(counts)")
    }
  }

  @Test func connectingHasADeadline() async throws {
    // A socket that is listened to by nobody who answers: accepted by the kernel, then silence.
    let listener = try SilentListener()
    defer { listener.close() }
    let target = try ConnectionString("host=127.0.0.1 port=\(listener.port) user=x dbname=x")
    let error = try await ServerUnderTest.onLoop { loop in
      await failure {
        try await Connection.connect(on: loop, to: target, deadline: .milliseconds(100))
      }
    }
    #expect(error?.isConnection == true)
    #expect(error?.isSafeToRetry == true)
  }

  @Test func nobodyListeningIsAConnectionErrorWithoutThePassword() async throws {
    let target = try ConnectionString(
      "host=127.0.0.1 port=1 user=x dbname=x password=canary-secret")
    let error = try await ServerUnderTest.onLoop { loop in
      await failure { try await Connection.connect(on: loop, to: target) }
    }
    #expect(error?.isConnection == true)
    #expect(error.map { "\($0)" }?.contains("canary-secret") == false)
  }

  @Test func namesAreResolvedAndUnknownOnesAreRefused() async throws {
    let target = try ConnectionString("host=no-such-host.invalid user=x dbname=x")
    let error = try await ServerUnderTest.onLoop { loop in
      await failure { try await Connection.connect(on: loop, to: target) }
    }
    #expect(error?.isConnection == true)
    let local = try ConnectionString("host=localhost,127.0.0.1 port=5431,5432 user=x dbname=x")
    let settings = try await HostResolver.settings(of: local)
    let values = Dictionary(settings.map { ($0.keyword, $0.value) }) { $1 }
    let addresses = try #require(values["hostaddr"])
    let ports = try #require(values["port"])
    #expect(addresses.contains("127.0.0.1"))
    #expect(ports.hasSuffix("5432"))
    #expect(addresses.count { $0 == "," } == ports.count { $0 == "," })
  }

  /// DNS is away: each attempt gives up long before the resolver does.
  @Test func attemptsThatComeWhileANameIsResolvedWaitForTheSameAnswer() async {
    let resolver = SilentResolver()
    let resolved = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<100 {
        group.addTask {
          await HostResolver.resolving("away.test") { _ in resolver.resolve() }
        }
      }
      while HostResolver.waitingCount(for: "away.test") < 100 { await Task.yield() }
      resolver.gate.signal()
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(resolved.count == 100)
    #expect(resolver.calls.load(ordering: .relaxed) == 1)
    let next = await HostResolver.resolving("away.test") { _ in ["192.0.2.2"] }
    #expect(next == ["192.0.2.2"])
  }

  private static func error<Value>(_ result: Result<Value, PostgresError>) -> PostgresError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

/// One that answers only when it is allowed to, and counts how often it is asked.
private final class SilentResolver: @unchecked Sendable {
  let calls = Atomic(0)
  let gate = DispatchSemaphore(value: 0)

  func resolve() -> [String] {
    calls.add(1, ordering: .relaxed)
    gate.wait()
    return ["192.0.2.1"]
  }
}
