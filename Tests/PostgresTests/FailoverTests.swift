import EventLoop
import TestDatabase
import Testing

@testable import Postgres

/// Two servers of these tests' own, of which the second takes over.
@Suite(.serialized)
struct FailoverTests {
  @Test("The primary dies and its standby is promoted: writes go on, nobody stays behind")
  func promoted() async throws {
    let database = try await ReplicatedDatabase.start(schema: Self.schema)
    defer { database.remove() }
    try await ServerUnderTest.withPool(to: ConnectionString(database.conninfo)) { pool in
      let first = try await pool.execute(Self.insert, 1)
      #expect(first == 1)
      try await until("the standby has it") {
        try database.second.psql("select count(*) from acknowledged") == "1"
      }
      try await EventLoop.offload { database.first.kill() }
      // Long enough for the pauses between attempts to have grown to their longest.
      try await Task.sleep(for: .seconds(4))
      let start = MonotonicTime.now()
      async let promoting = EventLoop.offload {
        try database.second.promote()
        return MonotonicTime.now()
      }
      try await until("writes go on") { (try? await pool.execute(Self.insert, 2)) == 1 }
      let written = MonotonicTime.now()
      let promoted = try await promoting
      print("writes went on \(written - start) after the promotion began")
      // How long that takes is the server's, and a slow host's. Ours is what comes after it.
      #expect(written - promoted < .seconds(5))
      try await EventLoop.offload { try database.first.follow(database.second) }
      for number in 3..<100 as Range<Int64> {
        _ = try await pool.execute(Self.insert, number)
        _ = try await pool.rows(Statements.echo, number)
        _ = try await pool.transaction { try await $0.first(Statements.echo, number) }
      }
      let strangers = try database.first.psql(Self.sessions)
      #expect(strangers == "0")
    }
  }

  @Test("With synchronous replication every acknowledged write is there after a failover")
  func nothingAcknowledgedIsLost() async throws {
    let database = try await ReplicatedDatabase.start(schema: Self.schema)
    defer { database.remove() }
    try database.makeSynchronous()
    let acknowledged = Shared<[Int64]>([])
    try await ServerUnderTest.withPool(to: ConnectionString(database.conninfo)) { pool in
      let isOver = Shared(false)
      async let writing: Void = withTaskGroup { group in
        for writer in 0..<4 as Range<Int64> {
          group.addTask {
            var number = writer
            while !isOver.value {
              if (try? await pool.execute(Self.insert, number)) == 1 {
                acknowledged.change { $0.append(number) }
              }
              number += 4
            }
          }
        }
      }
      try await until("many are written") { acknowledged.value.count >= 500 }
      try await EventLoop.offload { database.first.kill() }
      let before = acknowledged.value.count
      try await EventLoop.offload { try database.second.promote() }
      try await until("more are written") { acknowledged.value.count >= before + 100 }
      isOver.change { $0 = true }
      await writing
    }
    let stored = try database.second.psql("select id from acknowledged")
    let ids = Set(stored.split(separator: "\n").compactMap { Int64($0) })
    let lost = Set(acknowledged.value).subtracting(ids)
    #expect(lost.isEmpty)
    print("\(acknowledged.value.count) acknowledged, \(lost.count) lost")
  }

  @Test("A primary that becomes read-only serves reads until there is another, and is left then")
  func demoted() async throws {
    let database = try await ReplicatedDatabase.start(schema: Self.schema)
    defer { database.remove() }
    let events = Events()
    let target = try ConnectionString(database.conninfo)
    try await ServerUnderTest.withPool(to: target, events: events) { pool in
      _ = try await pool.execute(Self.insert, 1)
      _ = try await pool.rows(Statements.echo, 1)
      try database.first.psql("alter system set default_transaction_read_only = on")
      try database.first.psql("select pg_reload_conf()")
      try await until("the pool has noticed") {
        let answer = try await pool.first(Statements.echo, 2)
        #expect(answer == 2)
        return events.count(\.isReadOnly) > 0
      }
      let answer = try await pool.first(Statements.echo, 3)
      #expect(answer == 3)
      let start = MonotonicTime.now()
      try await EventLoop.offload { try database.second.promote() }
      try await until("nobody is left") {
        // Reads only: no refused write shows the way.
        let answer = try await pool.first(Statements.echo, 4)
        #expect(answer == 4)
        return try database.first.psql(Self.sessions) == "0"
      }
      print("a read-only primary was left \(MonotonicTime.now() - start) after the promotion began")
      let written = try await pool.execute(Self.insert, 5)
      #expect(written == 1)
    }
  }

  @Test("A host that keeps silent keeps nobody from the next one, and is then asked last")
  func silentHost() async throws {
    let listener = try SilentListener()
    defer { listener.close() }
    let home = try ServerUnderTest.database()
    let folder = try #require(home.settings["host"])
    let target =
      try home
      .setting("host", to: "127.0.0.1,\(folder)")
      .setting("port", to: "\(listener.port),\(home.settings["port"] ?? "")")
    try await ServerUnderTest.withPool(
      to: target,
      {
        $0.connectDeadline = .seconds(1)
        $0.lifetime = .zero
      }
    ) { pool in
      let start = MonotonicTime.now()
      let answer = try await pool.first(Statements.echo, 1)
      #expect(answer == 1)
      print("behind a silent host: answered after \(MonotonicTime.now() - start)")
      // Each of these needs a connection of its own, since the others are too old at once.
      for number in 2..<10 as Range<Int64> {
        let answer = try await pool.transaction { try await $0.first(Statements.echo, number) }
        #expect(answer == number)
      }
    }
    let asked = listener.accepted()
    #expect(asked <= 3)
    print("a silent host was asked \(asked) times by nine connections")
  }

  private static let schema = "create table acknowledged (id int8 primary key)"

  private static let sessions =
    "select count(*) from pg_stat_activity where application_name = 'moa'"

  private static let insert = Statement<Int64, Void>(
    "insert into acknowledged values ($1)", effect: .write, bind: { $1.int8($0) })
}
