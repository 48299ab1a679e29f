import EventLoop
import Postgres
import Testing

/// Many values of each type by chance, alone and in arrays, go to the server
/// and come back as they were. A failure names the seed that brings it back.
struct TypePropertyTests {
  private static func newSeed() -> UInt64 { .random(in: .min ... .max) }

  @Test(arguments: [newSeed()]) func bool(seed: UInt64) async throws {
    try await check(
      seed, "select $1::bool, $2::bool[]", of: .bool, bind: { $1.bool($0) },
      decode: { row throws(PostgresError) in try row.optionalBool() }, make: { $0.bool() })
  }

  @Test(arguments: [newSeed()]) func int4(seed: UInt64) async throws {
    try await check(
      seed, "select $1::int4, $2::int4[]", of: .int4, bind: { $1.int4($0) },
      decode: { row throws(PostgresError) in try row.optionalInt4() },
      make: { Int32(bitPattern: $0.integer(UInt32.self)) })
  }

  @Test(arguments: [newSeed()]) func int8(seed: UInt64) async throws {
    try await check(
      seed, "select $1::int8, $2::int8[]", of: .int8, bind: { $1.int8($0) },
      decode: { row throws(PostgresError) in try row.optionalInt8() },
      make: { Int64(bitPattern: $0.integer(UInt64.self)) })
  }

  @Test(arguments: [newSeed()]) func float8(seed: UInt64) async throws {
    try await check(
      seed, "select $1::float8, $2::float8[]", of: .float8, bind: { $1.float8($0) },
      decode: { row throws(PostgresError) in try row.optionalFloat8() }, make: { $0.float8() })
  }

  @Test(arguments: [newSeed()]) func text(seed: UInt64) async throws {
    try await check(
      seed, "select $1::text, $2::text[]", of: .text, bind: { $1.text($0) },
      decode: { row throws(PostgresError) in try row.optionalText() }, make: { $0.text() })
  }

  @Test(arguments: [newSeed()]) func uuid(seed: UInt64) async throws {
    try await check(
      seed, "select $1::uuid, $2::uuid[]", of: .uuid, bind: { $1.uuid($0) },
      decode: { row throws(PostgresError) in try row.uuidBytes() }, make: { $0.uuid() })
  }

  @Test(arguments: [newSeed()]) func bytea(seed: UInt64) async throws {
    try await check(
      seed, "select $1::bytea, $2::bytea[]", of: .bytea, bind: { $1.bytea($0) },
      decode: { row throws(PostgresError) in try row.optionalBytea() }, make: { $0.bytes() })
  }

  @Test(arguments: [newSeed()]) func timestamptz(seed: UInt64) async throws {
    try await check(
      seed, "select $1::timestamptz, $2::timestamptz[]", of: .timestamptz,
      bind: { $1.timestamptz(microseconds: $0) },
      decode: { row throws(PostgresError) in try row.optionalTimestamptz() },
      make: { $0.moment() })
  }

  /// A value and an array.
  private typealias Pair<Value: Sendable> = (value: Value?, list: [Value?]?)

  private func check<Value: Sendable>(
    _ seed: UInt64, _ text: SQL, of element: ArrayElement<Value>,
    bind: @escaping @Sendable (Value?, inout ParameterEncoder) -> Void,
    decode: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Value?,
    make: (inout RandomValues) -> Value
  ) async throws {
    let echo = Statement<Pair<Value>, Pair<Value>>(
      text, effect: .read,
      bind: { pair, encoder in
        bind(pair.value, &encoder)
        encoder.array(pair.list, of: element)
      },
      decode: { row throws(PostgresError) in
        (try decode(&row), try row.optionalArray(of: element))
      })
    var random = RandomValues(seed: seed)
    let pairs = (0..<150).map { _ in pair(&random, make) }
    let answers = try await ServerUnderTest.withConnection { connection in
      var answers: [Pair<Value>] = []
      for pair in pairs { answers += try await connection.rows(echo, pair) }
      return answers
    }
    // Bytes of a description: no difference is too small to be seen in it.
    for (pair, answer) in zip(pairs, answers) {
      #expect(
        Array("\(pair)".utf8) == Array("\(answer)".utf8), "seed \(seed): \(pair), \(answer)")
    }
    #expect(answers.count == pairs.count)
  }

  private func pair<Value: Sendable>(
    _ random: inout RandomValues, _ make: (inout RandomValues) -> Value
  ) -> Pair<Value> {
    (
      random.pick([true, true, true, false]) ? make(&random) : nil,
      random.pick([0, 1, 2, 9, -1]).nonnegative.map { list($0, &random, make) }
    )
  }

  private func list<Value>(
    _ count: Int, _ random: inout RandomValues, _ make: (inout RandomValues) -> Value
  ) -> [Value?] {
    (0..<count).map { _ in random.pick([true, true, false]) ? make(&random) : nil }
  }
}

extension Int {
  fileprivate var nonnegative: Int? { self < 0 ? nil : self }
}
