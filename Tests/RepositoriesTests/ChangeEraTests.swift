import Domain
import Fakes
import Postgres
import Synchronization
import TestDatabase
import Testing
import UseCases

@testable import Repositories

/// Numbers that a failover or a restore has lost are given again, in another era.
@Suite(.serialized) struct ChangeEraTests {
  private static let products = 9

  /// Products that the mirrors have otherwise than the tables at the end, and how often each mirror
  /// read everything.
  private struct Outcome: Sendable {
    var differences: Set<Int64> = []
    var loads: [Int] = []

    mutating func take(_ mirror: ChangeMirror, _ store: PostgresStore) async throws {
      differences.formUnion(try await mirror.differences(from: store))
      loads.append(mirror.loads)
    }
  }

  private static func shop(with mutant: String) -> String {
    """
    \(ProductCountTests.vendor)
    \(ProductCountTests.insert("generate_series(1, \(products))"))
    select moa.number_changes(100);
    \(mutant)
    """
  }

  private static func restock(_ ids: String) -> String {
    "update moa.products set stock = stock + 10, version = version + 1 where id in (\(ids))"
  }

  /// Without eras: whatever the database comes from, numbers go on.
  private static let mutant = ChangeMutant.replacing(
    "clock.origin <> moa.change_origin()", by: "false")

  private static func withStore<Value: Sendable>(
    _ conninfo: String, _ body: @escaping @Sendable (PostgresStore) async throws -> Value
  ) async throws -> Value {
    try await DatabaseUnderTest(conninfo).withPool { pool in try await body(PostgresStore(pool)) }
  }

  /// What a mirror is after it has taken all that changed in a database.
  private static func following(
    _ mirror: ChangeMirror, in conninfo: String
  ) async throws -> ChangeMirror {
    try await withStore(conninfo) { store in
      while try await store.numberChanges() > 0 {}
      var mirror = mirror
      try await mirror.follow(store)
      return mirror
    }
  }

  // MARK: A restore

  /// One backup is restored twice; a mirror follows the first shop, and then both go on with the
  /// second one.
  private func restoringTwice(with mutant: String) async throws -> Outcome {
    let backup = try await TestDatabase.shared.makeDatabase(
      copying: try await TestStore.migrated.value)
    try TestDatabase.psql(Self.shop(with: mutant), in: backup)
    let early = try await Self.withStore(backup) { try await ChangeMirror.begin($0) }
    let first = try await TestDatabase.shared.makeDatabase(copying: backup)
    let second = try await TestDatabase.shared.makeDatabase(copying: backup)
    try TestDatabase.psql(Self.restock("1, 2, 3"), in: first)
    let ahead = try await Self.following(early, in: first)
    try TestDatabase.psql(Self.restock("4, 5"), in: second)
    for _ in 0..<3 {
      _ = try await Self.following(early, in: second)
      try TestDatabase.psql(Self.restock("6, 8"), in: second)
    }
    var mirrors: [ChangeMirror] = []
    for mirror in [early, ahead] {
      mirrors.append(try await Self.following(mirror, in: second))
    }
    return try await Self.withStore(second) { [mirrors] store in
      var outcome = Outcome()
      for mirror in mirrors { try await outcome.take(mirror, store) }
      return outcome
    }
  }

  @Test("After one backup was restored twice, only a mirror that was ahead reads everything again")
  func restoredTwice() async throws {
    let outcome = try await restoringTwice(with: "select")
    #expect(outcome.differences == [])
    #expect(outcome.loads == [1, 2])
  }

  @Test("Without eras a mirror of another restore is noticed to be wrong")
  func restoredWithoutEras() async throws {
    let outcome = try await restoringTwice(with: Self.mutant)
    #expect(outcome.differences != [])
  }

  // MARK: Likes

  /// A tap on a product, and what the device is told.
  private static func sync(
    _ taps: [LikeOperation] = [], since: Int64, by device: Device, in conninfo: String
  ) async throws -> SyncedLikes {
    let now = FakeClock("2026-03-01T09:01:00Z").now
    return try await withStore(conninfo) { store in
      try await SyncLikes(likes: store, now: now)(taps, since: since, by: device)
    }
  }

  /// What a device is told that knows likes which a restore has lost, after another one of its
  /// shopper has got the same numbers; then once more.
  private func likesAfterRestore(
    with mutant: String, isSecond: Bool
  ) async throws -> [SyncedLikes] {
    let backup = try await TestDatabase.shared.makeDatabase(
      copying: try await TestStore.migrated.value)
    try TestDatabase.psql(mutant, in: backup)
    let (mine, other) = try await DatabaseUnderTest(backup).withPool { pool in
      let shop = try await LikeShop(Ports(pool), products: 4)
      let devices = (try await shop.device(1), try await shop.device(2))
      try await shop.ports.devices.merge(devices.1.id, into: devices.0.id)
      try await shop.apply(LikeShop.tap(1, 1, true, at: 1), by: devices.0)
      return devices
    }
    let lost = try await TestDatabase.shared.makeDatabase(copying: backup)
    let restored = try await TestDatabase.shared.makeDatabase(copying: backup)
    // A shop that was itself restored has numbers of a later era.
    if isSecond { try TestDatabase.psql("select moa.number_changes(9)", in: lost) }
    let known = try await Self.sync(
      [LikeShop.tap(2, 2, true, at: 2)], since: 0, by: mine, in: lost)
    try TestDatabase.psql("delete from moa.change_marks", in: restored)
    let moved = try await Self.withStore(restored) { store in
      let before = try await store.changeBacklog().hasMoved
      _ = try await store.numberChanges()
      return [before, try await store.changeBacklog().hasMoved]
    }
    #expect(moved == [true, false])
    let taps = [LikeShop.tap(3, 3, true, at: 3), LikeShop.tap(4, 4, true, at: 4)]
    _ = try await Self.sync(taps, since: 0, by: other, in: restored)
    let first = try await Self.sync(since: known.nextSequence, by: mine, in: restored)
    return [first, try await Self.sync(since: first.nextSequence, by: mine, in: restored)]
  }

  @Test(
    "After a restore a device that knows lost likes reads all of them, once",
    arguments: [false, true])
  func likesOfARestoredShop(_ isSecond: Bool) async throws {
    let answers = try await likesAfterRestore(with: "select", isSecond: isSecond)
    #expect(answers.map(\.isWhole) == [true, false])
    #expect(Set(answers[0].states.map(\.productID)) == [1, 3, 4])
    #expect(answers[1].states == [])
  }

  @Test("Without a new number for likes, a device that knows lost likes is noticed to keep them")
  func likesWithoutEras() async throws {
    let mutant = ChangeMutant.replacing(
      "extract(epoch from clock_timestamp()) * 1000000", by: "0")
    let answers = try await likesAfterRestore(with: mutant, isSecond: false)
    #expect(!answers[0].isWhole)
  }

  /// Whether an era waits for a change of likes that has taken its lock, and begins after it.
  private func waitsForLikes(with mutant: String) async throws -> Bool {
    let database = try await DatabaseUnderTest.make()
    let number = "select moa.number_changes(9)"
    let isHeldUp = Mutex(false)
    try await database.withPool { pool in
      let shop = try await LikeShop(Ports(pool))
      let device = try await shop.device(1)
      try database.psql("update moa.change_clock set origin = 'lost'; \(mutant)")
      let tap = LikeShop.tap(1, shop.id(0), true, at: 1)
      _ = try await shop.ports.likes.change(by: device.id, products: [tap.productID]) { held in
        let numbered = try? database.psql("set lock_timeout = '300ms'; \(number)")
        isHeldUp.withLock { $0 = numbered == nil }
        return LikePlan([tap], counts: held.counts, known: held.states, products: held.products)
      }
    }
    try database.psql(number)
    let era = try database.psql("select origin = moa.change_origin() from moa.change_clock")
    #expect(era == "t")
    return isHeldUp.withLock(\.self)
  }

  @Test("An era begins after changes of likes that were under way, whose numbers are of the former")
  func likesUnderWay() async throws {
    let waits = try await waitsForLikes(with: "select")
    #expect(waits)
  }

  @Test("An era that begins beside a change of likes is noticed")
  func likesWithoutLock() async throws {
    for mode in ["", "lock table moa.shoppers in share row exclusive mode;"] {
      let waits = try await waitsForLikes(
        with: ChangeMutant.replacing("lock table moa.shoppers in exclusive mode;", by: mode))
      #expect(!waits, "\(mode)")
    }
  }

  // MARK: A failover

  /// The standby is promoted without the last changes, which one of two mirrors has.
  private func failingOver(with mutant: String) async throws -> Outcome {
    let migrations = try Migration.ofRepository().map(\.script).joined(separator: "\n")
    let database = try await ReplicatedDatabase.start(
      schema: migrations + Self.shop(with: mutant))
    defer { database.remove() }
    let (first, second) = (database.first, database.second)
    let early = try await Self.withStore(first.conninfo) { try await ChangeMirror.begin($0) }
    try second.psql("alter system set primary_conninfo = ''")
    try second.psql("select pg_reload_conf()")
    let limit = ContinuousClock.now + .seconds(60)
    while try second.psql("select count(*) from pg_stat_wal_receiver") != "0" {
      try #require(ContinuousClock.now < limit, "the standby still receives")
      try await Task.sleep(for: .milliseconds(20))
    }
    try first.psql(Self.restock("1, 2, 3"))
    let ahead = try await Self.following(early, in: first.conninfo)
    let token = try await Self.token(first.conninfo)
    first.kill()
    try second.promote()
    let other = try await Self.token(second.conninfo)
    #expect(other.session != token.session)
    for ids in ["4, 5", "6, 8", "4, 8"] {
      try second.psql(Self.restock(ids))
      _ = try await Self.following(early, in: second.conninfo)
    }
    let newLikes = try second.psql("select likes_from > 0 from moa.change_clock")
    #expect(newLikes == (mutant == Self.mutant ? "f" : "t"))
    var mirrors: [ChangeMirror] = []
    for mirror in [early, ahead] {
      mirrors.append(try await Self.following(mirror, in: second.conninfo))
    }
    return try await Self.withStore(second.conninfo) { [mirrors] store in
      var outcome = Outcome()
      for mirror in mirrors { try await outcome.take(mirror, store) }
      return outcome
    }
  }

  private static func token(_ conninfo: String) async throws -> ChangeToken {
    try await withStore(conninfo) { try await $0.token(after: nil, at: .earliest) }
  }

  @Test("After a failover that lost changes, only a mirror that has them reads everything again")
  func failedOver() async throws {
    let outcome = try await failingOver(with: "select")
    #expect(outcome.differences == [])
    #expect(outcome.loads == [1, 2])
  }

  @Test("Without eras a mirror of the former primary is noticed to be wrong")
  func failedOverWithoutEras() async throws {
    let outcome = try await failingOver(with: Self.mutant)
    #expect(outcome.differences != [])
  }
}
