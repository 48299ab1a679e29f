import EventLoop
import Postgres
import Testing

/// Many values of each type by chance, alone, in arrays and in arrays of arrays, go to the server
/// and come back as they were. A failure names the seed that brings it back.
struct TypePropertyTests {
  private static func newSeed() -> UInt64 { .random(in: .min ... .max) }

  @Test(arguments: [newSeed()]) func bool(seed: UInt64) async throws {
    try await check(
      seed, "select $1::bool, $2::bool[], $3::bool[]", of: .bool, bind: { $1.bool($0) },
      decode: { row throws(PostgresError) in try row.optionalBool() }, make: { $0.bool() })
  }

  @Test(arguments: [newSeed()]) func int2(seed: UInt64) async throws {
    try await check(
      seed, "select $1::int2, $2::int2[], $3::int2[]", of: .int2, bind: { $1.int2($0) },
      decode: { row throws(PostgresError) in try row.optionalInt2() },
      make: { Int16(bitPattern: $0.integer(UInt16.self)) })
  }

  @Test(arguments: [newSeed()]) func int4(seed: UInt64) async throws {
    try await check(
      seed, "select $1::int4, $2::int4[], $3::int4[]", of: .int4, bind: { $1.int4($0) },
      decode: { row throws(PostgresError) in try row.optionalInt4() },
      make: { Int32(bitPattern: $0.integer(UInt32.self)) })
  }

  @Test(arguments: [newSeed()]) func int8(seed: UInt64) async throws {
    try await check(
      seed, "select $1::int8, $2::int8[], $3::int8[]", of: .int8, bind: { $1.int8($0) },
      decode: { row throws(PostgresError) in try row.optionalInt8() },
      make: { Int64(bitPattern: $0.integer(UInt64.self)) })
  }

  @Test(arguments: [newSeed()]) func float8(seed: UInt64) async throws {
    try await check(
      seed, "select $1::float8, $2::float8[], $3::float8[]", of: .float8, bind: { $1.float8($0) },
      decode: { row throws(PostgresError) in try row.optionalFloat8() }, make: { $0.float8() })
  }

  @Test(arguments: [newSeed()]) func numeric(seed: UInt64) async throws {
    try await check(
      seed, "select $1::numeric, $2::numeric[], $3::numeric[]", of: .numeric,
      bind: { $1.numeric($0) },
      decode: { row throws(PostgresError) in try row.optionalNumeric() }, make: { $0.numeric() })
  }

  @Test(arguments: [newSeed()]) func text(seed: UInt64) async throws {
    try await check(
      seed, "select $1::text, $2::text[], $3::text[]", of: .text, bind: { $1.text($0) },
      decode: { row throws(PostgresError) in try row.optionalText() }, make: { $0.text() })
  }

  @Test(arguments: [newSeed()]) func uuid(seed: UInt64) async throws {
    try await check(
      seed, "select $1::uuid, $2::uuid[], $3::uuid[]", of: .uuid, bind: { $1.uuid($0) },
      decode: { row throws(PostgresError) in try row.optionalUUID() }, make: { $0.uuid() })
  }

  @Test(arguments: [newSeed()]) func bytea(seed: UInt64) async throws {
    try await check(
      seed, "select $1::bytea, $2::bytea[], $3::bytea[]", of: .bytea, bind: { $1.bytea($0) },
      decode: { row throws(PostgresError) in try row.optionalBytea() }, make: { $0.bytes() })
  }

  @Test(arguments: [newSeed()]) func date(seed: UInt64) async throws {
    try await check(
      seed, "select $1::date, $2::date[], $3::date[]", of: .date, bind: { $1.date($0) },
      decode: { row throws(PostgresError) in try row.optionalDate() }, make: { $0.date() })
  }

  @Test(arguments: [newSeed()]) func timestamptz(seed: UInt64) async throws {
    try await check(
      seed, "select $1::timestamptz, $2::timestamptz[], $3::timestamptz[]", of: .timestamptz,
      bind: { $1.timestamptz(microseconds: $0) },
      decode: { row throws(PostgresError) in try row.optionalTimestamptz() },
      make: { $0.moment() })
  }

  @Test(arguments: [newSeed()]) func jsonb(seed: UInt64) async throws {
    try await check(
      seed, "select $1::jsonb, $2::jsonb[], $3::jsonb[]", of: .jsonb, bind: { $1.jsonb($0) },
      decode: { row throws(PostgresError) in try row.optionalJSONB() }, make: { $0.json() })
  }

  /// A value, an array of one dimension, and an array of any number of them.
  private typealias Triple<Value: Sendable> = (
    value: Value?, list: [Value?]?, array: MultidimensionalArray<Value>?
  )

  private func check<Value: Sendable>(
    _ seed: UInt64, _ text: SQL, of element: ArrayElement<Value>,
    bind: @escaping @Sendable (Value?, inout ParameterEncoder) -> Void,
    decode: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Value?,
    make: (inout RandomValues) -> Value
  ) async throws {
    let echo = Statement<Triple<Value>, Triple<Value>>(
      text, effect: .read,
      bind: { triple, encoder in
        bind(triple.value, &encoder)
        encoder.array(triple.list, of: element)
        encoder.multidimensionalArray(triple.array, of: element)
      },
      decode: { row throws(PostgresError) in
        (
          try decode(&row), try row.optionalArray(of: element),
          try row.optionalMultidimensionalArray(of: element)
        )
      })
    var random = RandomValues(seed: seed)
    let triples = (0..<150).map { _ in triple(&random, make) }
    let answers = try await ServerUnderTest.withConnection { connection in
      var answers: [Triple<Value>] = []
      for triple in triples { answers += try await connection.rows(echo, triple) }
      return answers
    }
    // Bytes of a description: no difference is too small to be seen in it.
    for (triple, answer) in zip(triples, answers) {
      #expect(
        Array("\(triple)".utf8) == Array("\(answer)".utf8), "seed \(seed): \(triple), \(answer)")
    }
    #expect(answers.count == triples.count)
  }

  private func triple<Value: Sendable>(
    _ random: inout RandomValues, _ make: (inout RandomValues) -> Value
  ) -> Triple<Value> {
    let shapes: [[Int]] = [[], [1], [3], [2, 3], [1, 1, 1], [2, 1, 2, 1, 2, 1]]
    let lengths = random.pick(shapes)
    let count = lengths.isEmpty ? 0 : lengths.reduce(1, *)
    let lowerBounds = lengths.map { _ in random.pick([1, 0, -5, Int32.max - 9, .min]) }
    let array = MultidimensionalArray(
      lengths: lengths, lowerBounds: lowerBounds, elements: list(count, &random, make))
    return (
      random.pick([true, true, true, false]) ? make(&random) : nil,
      random.pick([0, 1, 2, 9, -1]).nonnegative.map { list($0, &random, make) },
      random.pick([true, true, true, false]) ? array : nil
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
