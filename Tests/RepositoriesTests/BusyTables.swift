import Domain
import EventLoop
import Fakes
import Postgres
import Synchronization
import Testing
import UseCases

@testable import Repositories

/// Products that many transactions write at once, while two servers number and a mirror follows.
struct BusyTables: Sendable {
  struct Outcome: Sendable {
    /// Products that the mirror has otherwise than the tables.
    var differences: Set<Int64> = []
    /// Changes that became visible below a place that was told before.
    var late: [String] = []
    var numbers = 0
    var kills = 0
  }

  private let database: DatabaseUnderTest
  private let end: ContinuousClock.Instant
  private let commitsMin: Int
  private let progress = Progress()
  private static let products = 40

  private final class Progress: Sendable {
    /// The process of the numberer that is killed again and again.
    let victim = Mutex<Int32>(0)
    let kills = Mutex(0)
    let commits = Mutex(0)
  }

  /// A slow machine takes longer to write as much.
  private var goesOn: Bool {
    let now = ContinuousClock.now
    guard now >= end else { return true }
    let isEnough =
      progress.commits.withLock(\.self) >= commitsMin && progress.kills.withLock(\.self) > 0
    return !isEnough && now < end + .seconds(60)
  }

  private init(database: DatabaseUnderTest, end: ContinuousClock.Instant, commitsMin: Int) {
    self.database = database
    self.end = end
    self.commitsMin = commitsMin
  }

  /// - Parameters:
  ///   - duration: at least, and until so many transactions have been committed.
  ///   - mutant: SQL that breaks something first.
  static func run(
    for duration: Duration, commitsMin: Int, with mutant: String = "select"
  ) async throws -> Outcome {
    let database = try await DatabaseUnderTest.make()
    try database.psql(ProductCountTests.vendor)
    try database.psql(ProductCountTests.insert("generate_series(1, \(products))"))
    try database.psql(
      """
      select setval('moa.products_id_seq', \(products)), moa.number_changes(100);
      \(mutant)
      """)
    let tables = BusyTables(database: database, end: .now + duration, commitsMin: commitsMin)
    return try await tables.run()
  }

  private func run() async throws -> Outcome {
    let log = try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 as ClosedRange<UInt64> {
        group.addTask { try await write(SeededGenerator(seed: number)) }
      }
      group.addTask { try await hold() }
      group.addTask { try await number(isVictim: false) }
      group.addTask { try await number(isVictim: true) }
      group.addTask { try await kill() }
      let log = try await follow()
      try await group.waitForAll()
      return log
    }
    return try await complete(log)
  }

  // MARK: Writing

  /// Pauses before the end of each transaction, and undoes some of them.
  private func write(_ seeded: SeededGenerator) async throws {
    try await database.onConnection(isStranger: true) { connection in
      var generator = seeded
      while goesOn {
        let pause = Int.random(in: 0...20, using: &generator)
        let ending = Int.random(in: 0..<4, using: &generator) == 0 ? "rollback" : "commit"
        do {
          try await connection.script("begin; " + Self.change(&generator))
          try await Task.sleep(for: .milliseconds(pause))
          try await connection.script(ending)
          if ending == "commit" { progress.commits.withLock { $0 += 1 } }
        } catch {
          // It waited too long for a row, on a busy machine.
          try await connection.script("rollback")
        }
      }
    }
  }

  private static func change(_ generator: inout SeededGenerator) -> String {
    // The first product is another transaction's.
    let (one, two) = (
      Int.random(in: 2..<products, using: &generator),
      Int.random(in: 0...999, using: &generator)
    )
    func update(_ id: Int, _ stock: Int) -> String {
      "update moa.products set stock = \(stock), version = version + 1 where id = \(id)"
    }
    return switch Int.random(in: 0..<10, using: &generator) {
    case 0:
      """
      insert into moa.products
        (vendor_id, name, description, currency, amount, discount, stock, type, created_at,
          updated_at)
      select 1, 'new \(two)', '', 'KRW', 1, 0, 1, 2, now(), now()
      """
    case 1:
      """
      update moa.products set deleted_at = now(), version = version + 1
      where id = (select max(id) from moa.products where id > \(products) and deleted_at is null)
      """
    case 2:
      """
      \(update(one, two)); savepoint half; \(update(products, two)); rollback to savepoint half
      """
    default: update(one, two)
    }
  }

  /// One transaction that writes for ten seconds before it commits, or for most of a short run.
  private func hold() async throws {
    let last = min(end - .milliseconds(300), .now + .seconds(10))
    try await database.onConnection(isStranger: true) { connection in
      try await connection.script("begin")
      while ContinuousClock.now < last {
        try await connection.script(
          "update moa.products set stock = stock + 1, version = version + 1 where id = 1")
        try await Task.sleep(for: .milliseconds(50))
      }
      try await connection.script("commit")
    }
  }

  // MARK: Numbering

  /// Numbers a few marks at a time; connects again when it is killed.
  private func number(isVictim: Bool) async throws {
    let number = Statement<Void, Int64>(
      "select moa.number_changes(7)", effect: .write,
      decode: { row throws(PostgresError) in try row.int8() })
    let process = Statement<Void, Int32>(
      "select pg_backend_pid()", effect: .write,
      decode: { row throws(PostgresError) in try row.int4() })
    while goesOn {
      try? await database.onConnection(isStranger: true) { connection in
        if isVictim {
          let own = try await connection.first(process) ?? 0
          progress.victim.withLock { $0 = own }
        }
        while goesOn {
          _ = try await connection.first(number)
          try await Task.sleep(for: .milliseconds(1))
        }
      }
    }
  }

  private func kill() async throws {
    try await database.onConnection(isStranger: true) { connection in
      while goesOn {
        try await Task.sleep(for: .milliseconds(70))
        let process = progress.victim.withLock(\.self)
        guard process > 0 else { continue }
        try await connection.script("select pg_terminate_backend(\(process))")
        progress.kills.withLock { $0 += 1 }
      }
    }
  }

  // MARK: Following

  /// A mirror, and some of the questions that a follower has asked.
  private struct Log: Sendable {
    var mirror: ChangeMirror
    var asked: [Question] = []
    var late: [String] = []

    struct Question: Sendable {
      let since: ChangePlace
      let next: ChangePlace
      let seen: Set<String>
    }
  }

  private func follow() async throws -> Log {
    try await database.withPool { pool in
      let store = PostgresStore(pool)
      var log = Log(mirror: try await ChangeMirror.begin(store))
      var place = log.mirror.place
      var generator = SeededGenerator(seed: 9)
      while goesOn {
        try await log.mirror.follow(store)
        let question = try await Self.ask(store, after: place)
        log.late += question.seen.filter { Self.number(of: $0) <= place.sequence }
        place = question.next
        if log.asked.count < 1_000 || Int.random(in: 0..<50, using: &generator) == 0 {
          log.asked.append(question)
        }
        if let old = log.asked.randomElement(using: &generator) {
          log.late += try await Self.late(store, old)
        }
        try await Task.sleep(for: .milliseconds(5))
      }
      return log
    }
  }

  private static func number(of change: String) -> Int64 {
    change.split(separator: " ").first.flatMap { Int64($0) } ?? 0
  }

  private static func ask(
    _ store: PostgresStore, after place: ChangePlace, limit: Int = 20
  ) async throws -> Log.Question {
    let found = try await store.numberedChanges(after: place, limit: limit)
    return Log.Question(
      since: place, next: found.next,
      seen: Set(found.changes.map { "\($0.sequence) \($0.kind) \($0.key)" }))
  }

  /// What an old question finds up to its answer's end now and did not find then.
  private static func late(
    _ store: PostgresStore, _ old: Log.Question
  ) async throws -> [String] {
    let now = try await ask(store, after: old.since, limit: 100_000)
    return now.seen.filter { number(of: $0) <= old.next.sequence && !old.seen.contains($0) }
  }

  /// Numbers the rest, and compares.
  private func complete(_ log: Log) async throws -> Outcome {
    try await database.withPool { pool in
      let store = PostgresStore(pool)
      while try await store.numberChanges() > 0 {}
      var (mirror, late) = (log.mirror, log.late)
      try await mirror.follow(store)
      for question in log.asked { late += try await Self.late(store, question) }
      return Outcome(
        differences: try await mirror.differences(from: store), late: late,
        numbers: Int(mirror.place.sequence), kills: progress.kills.withLock(\.self))
    }
  }
}

/// Keeps a copy of all products by the feed alone.
struct ChangeMirror: Sendable {
  private(set) var place: ChangePlace
  private(set) var products: [Int64: CellProduct] = [:]
  /// How often it had to read everything.
  private(set) var loads = 0

  /// The place is asked first: what changes while the products are read is told again.
  static func begin(_ store: PostgresStore) async throws -> ChangeMirror {
    var mirror = ChangeMirror(place: try await store.newestChange())
    try await mirror.load(store)
    return mirror
  }

  private init(place: ChangePlace) { self.place = place }

  private mutating func load(_ store: PostgresStore) async throws {
    products = try await Self.everything(store)
    loads += 1
  }

  /// Takes all that changed.
  mutating func follow(_ store: PostgresStore) async throws {
    var hasMore = true
    while hasMore {
      let found = try await store.changes(after: place, limit: 10)
      if found.isWhole {
        place = try await store.newestChange()
        try await load(store)
        continue
      }
      for change in found.products { products[change.id] = change.product }
      (place, hasMore) = (found.next, found.hasMore)
    }
  }

  func differences(from store: PostgresStore) async throws -> Set<Int64> {
    let present = try await Self.everything(store)
    return Set((Array(present.keys) + Array(products.keys)).filter { present[$0] != products[$0] })
  }

  private static func everything(_ store: PostgresStore) async throws -> [Int64: CellProduct] {
    var found: [Int64: CellProduct] = [:]
    var last: ProductPosition?
    while true {
      let page: [CellProduct] = try await store.cells(ProductQuery(), after: last, limit: 100)
      guard let end = page.last else { return found }
      for product in page { found[product.id] = product }
      last = ProductPosition(end, in: .newest)
    }
  }
}
