import Testing

@testable import Postgres

struct SharedReadTests {
  /// Counts its own runs; the parameters are a text that tells them apart, and how long to sleep.
  private struct Question: Hashable, Sendable {
    var name = "a"
    var seconds = 0.2
  }

  private static let runs = Statement<Question, Int64>(
    """
    select nextval('shared_reads') from pg_sleep($2::float8) where $1::text is not null
    """,
    effect: .read,
    bind: {
      $1.text($0.name)
      $1.float8($0.seconds)
    },
    decode: { row throws(PostgresError) in try row.int8() })

  private static let divide = Statement<Int64, Int64>(
    "select 100 / $1::int8 from pg_sleep(0.1)",
    bind: { $1.int8($0) }, decode: { row throws(PostgresError) in try row.int8() })

  private static func ask(_ pool: Pool, _ question: Question, times: Int) async throws -> [Int64] {
    try await withThrowingTaskGroup { group in
      for _ in 0..<times {
        group.addTask { try await pool.sharedRows(runs, question).first ?? -1 }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("What many ask while it is under way is asked once more for all of them")
  func oneMoreForAll() async throws {
    try await ServerUnderTest.withPool { pool in
      try await pool.prepareSequence()
      let answers = try await Self.ask(pool, Question(), times: 50)
      #expect(Set(answers).count == 2)
      #expect(answers.count == 50)
      let later = try await Self.ask(pool, Question(), times: 1)
      #expect(later == [(answers.max() ?? 0) + 1])
    }
  }

  @Test("Other parameters are another question")
  func otherParameters() async throws {
    try await ServerUnderTest.withPool { pool in
      try await pool.prepareSequence()
      async let first = Self.ask(pool, Question(name: "a"), times: 1)
      async let second = Self.ask(pool, Question(name: "b"), times: 1)
      let answers = try await first + second
      #expect(Set(answers).count == 2)
    }
  }

  @Test("Who asks after a write sees it, though an older answer is under way")
  func neverOlderThanTheCall() async throws {
    try await ServerUnderTest.withPool { pool in
      try await pool.prepareSequence()
      let begun = Shared(false)
      async let early = pool.sharedRowsNoting(Self.runs, Question(seconds: 0.3), begun)
      while !begun.value { await Task.yield() }
      async let late = Self.ask(pool, Question(seconds: 0.3), times: 3)
      let answers = try await (early, late)
      #expect(Set(answers.1).count == 1)
      #expect(answers.1[0] > (answers.0.first ?? .max))
    }
  }

  @Test("A failure is told to all who share the statement, and to nobody after them")
  func sharedFailure() async throws {
    try await ServerUnderTest.withPool { pool in
      let failures = await withTaskGroup { group in
        for _ in 0..<10 {
          group.addTask { await failure { try await pool.sharedRows(Self.divide, 0) } }
        }
        return await group.reduce(into: [PostgresError?]()) { $0.append($1) }
      }
      #expect(failures.count == 10)
      #expect(failures.allSatisfy { $0?.sqlState == "22012" })
      let later = try await pool.sharedRows(Self.divide, 5)
      #expect(later == [20])
    }
  }

  @Test("Who is cancelled leaves the others their answer")
  func cancelledLeader() async throws {
    try await ServerUnderTest.withPool { pool in
      try await pool.prepareSequence()
      let loop = pool.loop
      let leader = Task(executorPreference: loop) {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { try await pool.sharedRows(Self.runs, Question()) }
      }
      let answers = try await Self.ask(pool, Question(), times: 5)
      #expect(await leader.value != nil)
      #expect(answers.count == 5)
      #expect(!answers.contains(-1))
    }
  }
}

extension Pool {
  fileprivate func prepareSequence() async throws {
    let create = Statement<Void, Void>("create sequence if not exists shared_reads minvalue 0")
    try await execute(create)
  }

  /// Says when the statement is about to be sent.
  fileprivate func sharedRowsNoting<Parameters: Hashable, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters, _ begun: Shared<Bool>
  ) async throws -> [Row] {
    begun.change { $0 = true }
    return try await sharedRows(statement, parameters)
  }
}
