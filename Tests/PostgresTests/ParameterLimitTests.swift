import Postgres
import Testing

/// What must not be sent is refused before sending, and the connection is as good as before.
struct ParameterLimitTests {
  private static let echoText = Statement<String, String>(
    "select $1::text", effect: .read,
    bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.text() })

  private static let byteaLengths = Statement<[[UInt8]], Int64>(
    "select 1::int8", effect: .read,
    bind: { values, encoder in for value in values { encoder.bytea(value) } },
    decode: { row throws(PostgresError) in try row.int8() })

  private static let uuid = Statement<[UInt8], [UInt8]?>(
    "select $1::uuid", effect: .read,
    bind: { $1.uuid($0) },
    decode: { row throws(PostgresError) in try row.uuidBytes() })

  private static let time = Statement<Int64, Int64>(
    "select $1::timestamptz", effect: .read,
    bind: { $1.timestamptz(microseconds: $0) },
    decode: { row throws(PostgresError) in try row.timestamptz() })

  private static let texts = Statement<[String], [String]>(
    "select $1::text[]", effect: .read,
    bind: { $1.textArray($0) },
    decode: { row throws(PostgresError) in try row.textArray() })

  @Test func textWithNULIsRefused() async throws {
    try await expectRefusal { try await $0.rows(Self.echoText, "a\0b") }
    try await expectRefusal { try await $0.rows(Self.texts, ["a", "\0"]) }
  }

  @Test func aParameterOverOneMebibyteIsRefused() async throws {
    try await expectRefusal {
      try await $0.rows(Self.echoText, String(repeating: "a", count: 1 << 20 + 1))
    }
  }

  @Test func parametersOverEightMebibytesTogetherAreRefused() async throws {
    let mebibyte = [UInt8](repeating: 0, count: 1 << 20)
    try await expectRefusal {
      try await $0.rows(Self.byteaLengths, Array(repeating: mebibyte, count: 8))
    }
  }

  @Test func moreParametersThanTheProtocolCountsAreRefused() async throws {
    try await expectRefusal {
      try await $0.rows(Self.byteaLengths, Array(repeating: [], count: 65_536))
    }
  }

  private static let count = Statement<Int, Int64>(
    "select 7::int8", effect: .read,
    bind: { count, encoder in for _ in 0..<count { encoder.bool(true) } },
    decode: { row throws(PostgresError) in try row.int8() })

  @Test func asManyParametersAsTheProtocolCountsAreSent() async throws {
    let answers = try await ServerUnderTest.withConnection { connection in
      [
        try await connection.first(Self.count, 65_535),
        try await connection.first(Statements.echo, 7),
      ]
    }
    #expect(answers == [7, 7])
  }

  @Test func aParameterOfAGibibyteIsRefusedWithoutBeingCopied() async throws {
    let gibibyte = [UInt8](repeating: 0, count: 1 << 30)
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.rows(Self.byteaLengths, [gibibyte]) }
    }
    #expect(error?.isEncoding == true)
    let reason = "1073741824 bytes in one parameter, limit 1048576"
    #expect(error?.description.contains(reason) == true)
  }

  @Test func aUUIDOfAnotherLengthIsRefused() async throws {
    try await expectRefusal { try await $0.rows(Self.uuid, [1, 2, 3]) }
  }

  @Test func aTimeThatWouldOverflowIsRefused() async throws {
    try await expectRefusal { try await $0.rows(Self.time, .min + 1) }
  }

  @Test func aTimeThatWouldBeSentAsAnInfinityIsRefused() async throws {
    let secondsUntil2000: Int64 = 946_684_800
    try await expectRefusal { try await $0.rows(Self.time, .min + secondsUntil2000 * 1_000_000) }
  }

  private func expectRefusal<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) async throws -> Value
  ) async throws {
    let (error, echo) = try await ServerUnderTest.withConnection { connection in
      let error = await failure { try await body(connection) }
      return (error, try await connection.first(Statements.echo, 7))
    }
    #expect(error?.isEncoding == true)
    #expect(error?.isSafeToRetry == false)
    #expect(echo == 7)
  }
}
