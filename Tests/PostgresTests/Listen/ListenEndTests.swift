import EventLoop
import Postgres
import Testing

/// A listener that nobody needs any more is gone from the server too.
@Suite(.timeLimit(.minutes(3)))
struct ListenEndTests {
  private static let sessions = Statement<String, Int64>(
    "select count(*) from pg_stat_activity where application_name = $1", effect: .read,
    bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.int8() })

  private static func expectNoSession(of application: String) async throws {
    try await ServerUnderTest.withConnection { connection in
      for _ in 0..<500 {
        if try await connection.first(sessions, application) == 0 { return }
        try await Task.sleep(for: .milliseconds(10))
      }
      Issue.record("the session is still there")
    }
  }

  private static func configuration(application: String) throws -> ListenConfiguration {
    var configuration = ListenConfiguration(
      try ServerUnderTest.database().setting("application_name", to: application))
    configuration.connectDeadline = .seconds(30)
    configuration.answerDeadline = .seconds(30)
    return configuration
  }

  @Test func cancellationEndsTheSequenceAndTheSession() async throws {
    let configuration = try Self.configuration(application: "listen-cancelled")
    let heard = Shared(0)
    let task = Task {
      try await ServerUnderTest.onLoop { loop in
        for await _ in try Listen(on: loop, to: ["listen_end"], configuration) {
          heard.change { $0 += 1 }
        }
      }
    }
    while heard.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    try await task.value
    #expect(heard.value == 1)
    try await Self.expectNoSession(of: "listen-cancelled")
  }

  @Test func leavingTheLoopEndsTheSession() async throws {
    let configuration = try Self.configuration(application: "listen-left")
    try await ServerUnderTest.onLoop { loop in
      for await event in try Listen(on: loop, to: ["listen_end"], configuration) {
        #expect(event == .gap)
        break
      }
    }
    try await Self.expectNoSession(of: "listen-left")
  }

  @Test("Cancelled before the server has answered at all: over at once")
  func cancellationDoesNotWaitForTheServer() async throws {
    let silent = try SilentListener()
    defer { silent.close() }
    let target = try ConnectionString("host=127.0.0.1 port=\(silent.port) user=nobody")
    var configuration = ListenConfiguration(target)
    configuration.connectDeadline = .seconds(600)
    let hasBegun = Shared(false)
    let task = Task { [configuration] in
      try await ServerUnderTest.onLoop { loop in
        var events = try Listen(on: loop, to: ["listen_end"], configuration).makeAsyncIterator()
        hasBegun.change { $0 = true }
        return await events.next()
      }
    }
    while !hasBegun.value { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(try await task.value == nil)
  }

  @Test func aTaskThatIsCancelledAlreadyConnectsNowhere() async throws {
    let configuration = try Self.configuration(application: "listen-never")
    let events = Events()
    let task = Task {
      try await ServerUnderTest.onLoop { loop in
        withUnsafeCurrentTask { $0?.cancel() }
        var iterator = try Listen(
          on: loop, to: ["listen_end"], configuration, observe: events.record
        ).makeAsyncIterator()
        return [await iterator.next(), await iterator.next()]
      }
    }
    #expect(try await task.value == [nil, nil])
    #expect(events.count(\.isConnected) == 0)
  }

  @Test func eventsMayBeAwaitedElsewhereThanOnTheLoop() async throws {
    let configuration = try Self.configuration(application: "listen-elsewhere")
    let loop = try await ServerUnderTest.onLoop { $0 }
    var events = try Listen(on: loop, to: ["listen_end"], configuration).makeAsyncIterator()
    #expect(await events.next() == .gap)
    #expect(!loop.isCurrent)
  }
}
