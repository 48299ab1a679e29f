import Postgres
import Testing

/// Each type goes to the server and comes back unchanged, extremes and null included.
struct TypeRoundTripTests {
  @Test func bool() async throws {
    try await check([true, false, nil], "select $1::bool", "bool") {
      $1.bool($0)
    } _: { row throws(PostgresError) in
      try row.optionalBool()
    }
  }

  @Test func int2() async throws {
    try await check([0, -1, .min, .max, nil], "select $1::int2", "int2") {
      $1.int2($0)
    } _: { row throws(PostgresError) in
      try row.optionalInt2()
    }
  }

  @Test func int4() async throws {
    try await check([0, -1, .min, .max, nil], "select $1::int4", "int4") {
      $1.int4($0)
    } _: { row throws(PostgresError) in
      try row.optionalInt4()
    }
  }

  @Test func int8() async throws {
    try await check([0, -1, .min, .max, nil], "select $1::int8", "int8") {
      $1.int8($0)
    } _: { row throws(PostgresError) in
      try row.optionalInt8()
    }
  }

  @Test func float8() async throws {
    let values: [Double?] = [
      0, -0.0, 1.5, .pi, .infinity, -.infinity, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, nil,
    ]
    try await check(values, "select $1::float8", "float8") {
      $1.float8($0)
    } _: { row throws(PostgresError) in
      try row.optionalFloat8()
    }
  }

  @Test func notANumber() async throws {
    let echo = Statement<Double, Double>(
      "select $1::float8", effect: .read,
      bind: { $1.float8($0) },
      decode: { row throws(PostgresError) in try row.float8() })
    let value = try await ServerUnderTest.withConnection { try await $0.first(echo, .nan) }
    #expect(value?.isNaN == true)
  }

  @Test func text() async throws {
    let values: [String?] = [
      "", "a", "사과 🍎", "' or 1=1 --", "$1 \\ \u{1}", String(repeating: "가", count: 100_000),
      nil,
    ]
    try await check(values, "select $1::text", "text") {
      $1.text($0)
    } _: { row throws(PostgresError) in
      try row.optionalText()
    }
  }

  @Test func bytea() async throws {
    let values: [[UInt8]?] = [
      [], [0], Array(0...255), [UInt8](repeating: 7, count: 1 << 20), nil,
    ]
    try await check(values, "select $1::bytea", "bytea") {
      $1.bytea($0)
    } _: { row throws(PostgresError) in
      try row.optionalBytea()
    }
  }

  @Test func uuid() async throws {
    let values: [[UInt8]?] = [Array(0..<16), [UInt8](repeating: 255, count: 16), nil]
    try await check(values, "select $1::uuid", "uuid") {
      $1.uuid($0)
    } _: { row throws(PostgresError) in
      try row.uuidBytes()
    }
  }

  @Test("a UUID and a digest are numbers, of which the first has the first eight bytes")
  func numbers() async throws {
    let (uuid, digest, none) = try await ServerUnderTest.withConnection { connection in
      try await connection.rows(
        Statement(
          """
          select '00010203-0405-0607-f8f9-fafbfcfdfeff'::uuid, decode(repeat('0102030405060708', 3)
            || 'ff00000000000000', 'hex'), null::bytea
          """, effect: .read
        ) { row throws(PostgresError) in
          (try row.uuid(), try row.optionalDigest(), try row.optionalDigest())
        })[0]
    }
    #expect(uuid == (0x0001_0203_0405_0607, 0xF8F9_FAFB_FCFD_FEFF))
    let first: UInt64 = 0x0102_0304_0506_0708
    #expect(try #require(digest) == (first, first, first, 0xFF00_0000_0000_0000))
    #expect(none == nil)
  }

  @Test func timestamptz() async throws {
    // The infinities, the first time that PostgreSQL knows (4713 BC), and the last that fits.
    let values: [Int64?] = [
      0, 1, -1, 1_700_000_000_123_456, .max, .min, -210_866_803_200_000_000,
      9_223_372_036_854_775_806 - 5_000_000_000_000, nil,
    ]
    try await check(values, "select $1::timestamptz", "timestamptz") {
      $1.timestamptz(microseconds: $0)
    } _: { row throws(PostgresError) in
      try row.optionalTimestamptz()
    }
  }

  @Test func textArray() async throws {
    let values: [[String]?] = [[], [""], ["a", "b,c", "{}", "\"", "가"], nil]
    try await check(values, "select $1::text[]", "text[]") {
      $1.textArray($0)
    } _: { row throws(PostgresError) in
      try row.optionalTextArray()
    }
  }

  @Test func int8Array() async throws {
    let values: [[Int64]?] = [[], [0], [.min, -1, .max], Array(0..<10_000), nil]
    try await check(values, "select $1::int8[]", "int8[]") {
      $1.int8Array($0)
    } _: { row throws(PostgresError) in
      try row.optionalInt8Array()
    }
  }

  private func check<Value: Equatable & Sendable>(
    _ values: [Value], _ text: SQL, _ type: String,
    _ bind: @escaping @Sendable (Value, inout ParameterEncoder) -> Void,
    _ decode: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Value
  ) async throws {
    let echo = Statement<Value, Value>(text, effect: .read, bind: bind, decode: decode)
    for prepares in [true, false] {
      var policy = StatementPolicy.patient
      policy.preparation = prepares ? .always : .never
      let answers = try await ServerUnderTest.withConnection(policy: policy) { connection in
        var answers: [Value] = []
        for value in values { answers += try await connection.rows(echo, value) }
        return answers
      }
      #expect(answers == values, "\(type), prepared: \(prepares)")
    }
  }
}

/// What the server understands is what was meant, not only what was sent.
struct TypeMeaningTests {
  @Test func timesMeanTheSameMoment() async throws {
    let render = Statement<Int64, String>(
      "select ($1::timestamptz at time zone 'UTC')::text", effect: .read,
      bind: { $1.timestamptz(microseconds: $0) },
      decode: { row throws(PostgresError) in try row.text() })
    let texts = try await ServerUnderTest.withConnection { connection in
      var texts: [String?] = []
      for value in [0, 951_782_400_000_001, .max, .min] as [Int64] {
        texts.append(try await connection.first(render, value))
      }
      return texts
    }
    let expected = ["1970-01-01 00:00:00", "2000-02-29 00:00:00.000001", "infinity", "-infinity"]
    #expect(texts == expected)
  }

  @Test func arraysMeanTheSameElements() async throws {
    let render = Statement<([String], [Int64]), String>(
      "select array_to_string($1::text[], '|') || array_to_string($2::int8[], '|')", effect: .read,
      bind: {
        $1.textArray($0.0)
        $1.int8Array($0.1)
      },
      decode: { row throws(PostgresError) in try row.text() })
    let text = try await ServerUnderTest.withConnection {
      try await $0.first(render, (["가", "b"], [-1, 2]))
    }
    #expect(text == "가|b-1|2")
  }

  @Test func textualTypesAreReadAsText() async throws {
    let statement = Statement<Void, [String]>(
      "select 'a'::varchar(3), 'b'::name, 'c'::bpchar, '{\"d\":1}'::json, 'e'::pg_temp.mood",
      effect: .read,
      decode: { row throws(PostgresError) in
        [try row.text(), try row.text(), try row.text(), try row.text(), try row.text()]
      })
    let texts = try await ServerUnderTest.withConnection { connection in
      try await connection.script("create type pg_temp.mood as enum ('e')")
      return try await connection.first(statement)
    }
    #expect(texts == ["a", "b", "c", "{\"d\":1}", "e"])
  }
}

extension RowDecoder {
  mutating func uuidBytes() throws(PostgresError) -> [UInt8]? {
    guard let (high, low) = try optionalUUID() else { return nil }
    return [high, low].flatMap { number in withUnsafeBytes(of: number.bigEndian, Array.init) }
  }
}
