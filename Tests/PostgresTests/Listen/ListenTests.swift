import EventLoop
import Foundation
import TestDatabase
import Testing

@testable import Postgres

/// Notifications arrive, and whoever reads again after each gap misses none.
@Suite(.timeLimit(.minutes(3)))
struct ListenTests {
  private static let notify = Statement<(String, String), Void>(
    "select pg_notify($1, $2)", effect: .write,
    bind: {
      $1.text($0.0)
      $1.text($0.1)
    })

  private static let processes = Statement<String, Int32>(
    "select pid from pg_stat_activity where application_name = $1", effect: .read,
    bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.int4() })

  private static let lastQuery = Statement<String, String>(
    "select query from pg_stat_activity where application_name = $1", effect: .read,
    bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.text() })

  /// Patient, so that a busy machine fails no test that is about something else.
  private static func configuration(
    application: String, to target: ConnectionString? = nil
  ) throws -> ListenConfiguration {
    let target = try target ?? ServerUnderTest.database()
    var configuration = ListenConfiguration(
      try target.setting("application_name", to: application))
    configuration.connectDeadline = .seconds(30)
    configuration.answerDeadline = .seconds(30)
    return configuration
  }

  private static func payload(_ event: Listen.Event?) -> String? {
    guard case .notification(let notification) = event else { return nil }
    return notification.payload
  }

  @Test func aNotificationArrivesAfterTheFirstGap() async throws {
    let configuration = try Self.configuration(application: "listen-one")
    try await ServerUnderTest.withConnection { connection in
      let listen = try Listen(on: connection.loop, to: ["listen_one", "listen_two"], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      try await connection.execute(Self.notify, ("listen_none", "not for us"))
      try await connection.execute(Self.notify, ("listen_two", "사과 🍎"))
      try await connection.execute(Self.notify, ("listen_one", ""))
      let second = Listen.Notification(
        channel: "listen_two", payload: "사과 🍎", process: connection.process)
      let first = Listen.Notification(
        channel: "listen_one", payload: "", process: connection.process)
      #expect(await events.next() == .notification(second))
      #expect(await events.next() == .notification(first))
    }
  }

  @Test func whatIsRolledBackIsNotTold() async throws {
    let configuration = try Self.configuration(application: "listen-rollback")
    try await ServerUnderTest.withConnection { connection in
      let listen = try Listen(on: connection.loop, to: ["listen_rollback"], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      _ = await failure {
        try await connection.transaction { transaction in
          try await transaction.execute(Self.notify, ("listen_rollback", "undone"))
          throw CancellationError()
        }
      }
      try await connection.execute(Self.notify, ("listen_rollback", "done"))
      #expect(Self.payload(await events.next()) == "done")
    }
  }

  @Test("A terminated session: a gap, then notifications again, and a pause in between")
  func terminatedSessionIsReplaced() async throws {
    var configuration = try Self.configuration(application: "listen-terminated")
    // Every session is young by this, and a young one that is cut is no reason to hurry.
    configuration.backoff = .milliseconds(20) ... .seconds(600)
    let observed = Events()
    try await ServerUnderTest.withConnection { [configuration] connection in
      let listen = try Listen(
        on: connection.loop, to: ["listen_terminated"], configuration, observe: observed.record)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      for round in 1...3 {
        let processes = try await connection.rows(Self.processes, "listen-terminated")
        #expect(processes.count == 1)
        for process in processes { _ = try await connection.rows(Statements.terminate, process) }
        #expect(await events.next() == .gap)
        try await connection.execute(Self.notify, ("listen_terminated", "\(round)"))
        #expect(Self.payload(await events.next()) == "\(round)")
      }
    }
    #expect(observed.count(\.isLost) == 3)
    #expect(observed.count(\.isConnectFailed) == 3)
  }

  @Test("A session that answers no more is noticed without any traffic, and replaced")
  func frozenSessionIsReplaced() async throws {
    var configuration = try Self.configuration(application: "listen-frozen")
    configuration.pingInterval = .milliseconds(50)
    configuration.answerDeadline = .seconds(1)
    try await ServerUnderTest.withConnection { [configuration] connection in
      let listen = try Listen(on: connection.loop, to: ["listen_frozen"], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      let process = try #require(
        try await connection.rows(Self.processes, "listen-frozen").first)
      kill(process, SIGSTOP)
      defer { kill(process, SIGCONT) }
      #expect(await events.next() == .gap)
      try await connection.execute(Self.notify, ("listen_frozen", "again"))
      #expect(Self.payload(await events.next()) == "again")
    }
  }

  @Test func silenceIsNoGapWhileTheServerAnswers() async throws {
    var configuration = try Self.configuration(application: "listen-silent")
    configuration.pingInterval = .milliseconds(20)
    try await ServerUnderTest.withConnection { [configuration] connection in
      let listen = try Listen(on: connection.loop, to: ["listen_silent"], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      var query: String?
      while query?.hasPrefix("select $1::text[]") != true {
        query = try await connection.first(Self.lastQuery, "listen-silent")
        try await Task.sleep(for: .milliseconds(10))
      }
      try await connection.execute(Self.notify, ("listen_silent", "still"))
      #expect(Self.payload(await events.next()) == "still")
    }
  }

  @Test("A server that is killed and started again: a gap when it is back, and no stampede")
  func restartedServerIsAGap() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let target = try ConnectionString(server.conninfo())
    let configuration = try Self.configuration(application: "listen-restart", to: target)
    let observed = Events()
    try await ServerUnderTest.onLoop { loop in
      let listen = try Listen(
        on: loop, to: ["listen_restart"], configuration, observe: observed.record)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      try server.killServer()
      while observed.count(\.isConnectFailed) < 3 {
        try await Task.sleep(for: .milliseconds(10))
      }
      // The killed process may not be buried yet, and until then its lock file counts.
      while (try? server.restart()) == nil { try await Task.sleep(for: .milliseconds(50)) }
      #expect(await events.next() == .gap)
      let other = try await Connection.connect(
        on: loop, to: target, deadline: .seconds(30), policy: .patient)
      defer { other.close() }
      try await other.execute(Self.notify, ("listen_restart", "back"))
      #expect(Self.payload(await events.next()) == "back")
    }
    let pauses = observed.all.compactMap { event -> Duration? in
      guard case .connectFailed(_, let pause, isNews: _) = event else { return nil }
      return pause
    }
    #expect(pauses.allSatisfy { (.milliseconds(25) ... .seconds(1)).contains($0) })
  }

  @Test("A consumer that is too slow is told of a gap, and no more is kept than the bound")
  func slowConsumerHasAGap() async throws {
    let flood = Statement<Void, Void>(
      "select pg_notify('listen_slow', g::text) from generate_series(1, 5000) g", effect: .write)
    var configuration = try Self.configuration(application: "listen-slow")
    configuration.notificationsMax = 10
    try await ServerUnderTest.withConnection { [configuration] connection in
      let listen = try Listen(on: connection.loop, to: ["listen_slow"], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      try await connection.execute(flood)
      var gaps = 0
      var numbers: [Int] = []
      while numbers.last != 5_000 {
        switch await events.next() {
        case .gap: gaps += 1
        case .notification(let notification): numbers.append(Int(notification.payload) ?? 0)
        case nil: Issue.record("ended")
        }
      }
      #expect(gaps > 0)
      #expect(numbers.count < 5_000)
      #expect(numbers == numbers.sorted())
    }
  }

  @Test(arguments: [
    "we\"ird", "\"", "a\"; drop table x; --", "Upper Case", "사과", "\"\u{308}x",
    "$1", "\\", "'", String(repeating: "a", count: 63), "select", "1",
  ])
  func anyNameIsAChannel(channel: String) async throws {
    let configuration = try Self.configuration(application: "listen-names")
    try await ServerUnderTest.withConnection { connection in
      let listen = try Listen(on: connection.loop, to: [channel], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      try await connection.execute(Self.notify, (channel, "heard"))
      guard case .notification(let notification) = await events.next() else {
        Issue.record("no notification")
        return
      }
      #expect(Array(notification.channel.utf8) == Array(channel.utf8))
      #expect(notification.payload == "heard")
    }
  }

  @Test(arguments: [
    [], [""], ["a", ""], ["a\0b"], [String(repeating: "a", count: 64)],
    [String(repeating: "가", count: 22)], [String](repeating: "a", count: 257),
  ])
  func namesThatTheServerWouldChangeAreRefused(channels: [String]) async throws {
    let configuration = try Self.configuration(application: "listen-refused")
    try await ServerUnderTest.onLoop { loop in
      let error = await failure { try Listen(on: loop, to: channels, configuration) }
      #expect(error?.isEncoding == true)
    }
  }
}
