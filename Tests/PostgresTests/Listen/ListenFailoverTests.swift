import EventLoop
import Foundation
import TLSPeer
import TestDatabase
import Testing

@testable import Postgres

/// Whoever listens follows the server that takes writes, and does so by TLS too.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ListenFailoverTests {
  private static func configuration(to target: ConnectionString) -> ListenConfiguration {
    var configuration = ListenConfiguration(target)
    configuration.pingInterval = .milliseconds(100)
    return configuration
  }

  private static func payload(_ event: Listen.Event?) -> String? {
    guard case .notification(let notification) = event else { return nil }
    return notification.payload
  }

  @Test("The primary dies, its standby is promoted: a gap, and what is told there arrives")
  func promoted() async throws {
    let database = try await ReplicatedDatabase.start()
    defer { database.remove() }
    let configuration = Self.configuration(to: try ConnectionString(database.conninfo))
    try await ServerUnderTest.onLoop { loop in
      let listen = try Listen(on: loop, to: ["failover"], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      _ = try await EventLoop.offload { try database.first.psql("notify failover, 'before'") }
      #expect(Self.payload(await events.next()) == "before")
      try await EventLoop.offload { database.first.kill() }
      let start = MonotonicTime.now()
      try await EventLoop.offload { try database.second.promote() }
      #expect(await events.next() == .gap)
      print("listens to the promoted \(MonotonicTime.now() - start) after the promotion began")
      _ = try await EventLoop.offload { try database.second.psql("notify failover, 'after'") }
      #expect(Self.payload(await events.next()) == "after")
    }
  }

  @Test("A primary that becomes read-only is left for one that takes writes, although it lives")
  func demoted() async throws {
    let database = try await ReplicatedDatabase.start()
    defer { database.remove() }
    let target = try ConnectionString(database.conninfo)
    let configuration = Self.configuration(
      to: try target.setting("application_name", to: "listen-demoted"))
    let observed = Events()
    try await ServerUnderTest.onLoop { loop in
      let listen = try Listen(
        on: loop, to: ["failover"], configuration, observe: observed.record)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      try await EventLoop.offload {
        try database.first.psql("alter system set default_transaction_read_only = on")
        try database.first.psql("select pg_reload_conf()")
        try database.second.promote()
      }
      // Nobody waits for the sequence now, and it is left all the same.
      try await until("nobody listens to the old one") {
        try database.first.psql(Self.listeners) == "0"
      }
      #expect(await events.next() == .gap)
      _ = try await EventLoop.offload { try database.second.psql("notify failover, 'moved'") }
      #expect(Self.payload(await events.next()) == "moved")
      #expect(observed.count(\.isReadOnly) == 1)
    }
  }

  private static let listeners =
    "select count(*) from pg_stat_activity where application_name = 'listen-demoted'"

  @Test("By TLS with a verified certificate, and again after the session was ended")
  func verified() async throws {
    let directory = try TestCertificates()
    let authority = try await TestCertificate.selfSigned("authority", in: directory)
    let certificate = try await TestCertificate.signed("server", by: authority, in: directory)
    let server = try TestTCPServer(
      certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
    defer { server.remove() }
    let target = try ConnectionString(
      "postgres://moa@localhost:\(server.port)/postgres?hostaddr=127.0.0.1"
        + "&sslmode=verify-full&sslrootcert=\(authority.certificateFile)")
    let configuration = Self.configuration(
      to: try target.setting("application_name", to: "listen-tls"))
    try await ServerUnderTest.onLoop { loop in
      let other = try await Connection.connect(on: loop, to: target, deadline: .seconds(20))
      defer { other.close() }
      let listen = try Listen(on: loop, to: ["verified"], configuration)
      var events = listen.makeAsyncIterator()
      #expect(await events.next() == .gap)
      for round in 1...2 {
        #expect(try await other.rows(Self.encrypted) == ["TLSv1.3"])
        // Many in one transaction come in one piece: libpq takes them out of one TLS record.
        try await other.execute(Self.notify, "\(round)")
        for number in 1...200 {
          #expect(Self.payload(await events.next()) == "\(round) \(number)")
        }
        _ = try await other.rows(Self.end)
        #expect(await events.next() == .gap)
      }
    }
  }

  private static let notify = Statement<String, Void>(
    "select pg_notify('verified', $1 || ' ' || n) from generate_series(1, 200) n", effect: .write,
    bind: { $1.text($0) })

  private static let encrypted = Statement<Void, String>(
    """
    select version from pg_stat_ssl join pg_stat_activity using (pid)
    where application_name = 'listen-tls' and ssl
    """, effect: .read,
    decode: { row throws(PostgresError) in try row.text() })

  private static let end = Statement<Void, Bool>(
    """
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'listen-tls'
    """, effect: .write,
    decode: { row throws(PostgresError) in try row.bool() })
}
