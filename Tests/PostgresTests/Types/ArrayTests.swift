import Postgres
import Testing

/// Arrays mean to the server what was meant, and what does not fit is refused.
struct ArrayTests {
  @Test func arraysWithNullsMeanTheSameToTheServer() async throws {
    let render = Statement<[Int32?], String>(
      "select $1::int4[]::text", effect: .read, bind: { $1.array($0, of: .int4) },
      decode: { row throws(PostgresError) in try row.text() })
    let text = try await ServerUnderTest.withConnection {
      try await $0.first(render, [1, nil, -6])
    }
    #expect(text == "{1,NULL,-6}")
  }

  @Test func arraysAreReadFromAnyLowerBound() async throws {
    let statement = Statement<Void, [String?]?>(
      "select '[0:1]={x,NULL}'::varchar[]", effect: .read,
      decode: { row throws(PostgresError) in try row.optionalArray(of: .text) })
    let answer = try await ServerUnderTest.withConnection { try await $0.first(statement) }
    #expect(answer == ["x", nil])
  }

  @Test func arraysWithNullsAreNotReadAsArraysWithout() async throws {
    let statement = Statement<Void, [String]>(
      "select '{a,NULL}'::text[]", effect: .read,
      decode: { row throws(PostgresError) in try row.textArray() })
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.rows(statement) }
    }
    #expect(error?.mismatch?.reason == "null in an array")
  }

  @Test func moreDimensionsThanOneAreNotFlattened() async throws {
    let general = Statement<Void, [Int64?]?>(
      "select '{{1},{2}}'::int8[] as nested", effect: .read,
      decode: { row throws(PostgresError) in try row.optionalArray(of: .int8) })
    let fast = Statement<Void, [Int64]>(
      "select '{{1},{2}}'::int8[] as nested -- without nulls", effect: .read,
      decode: { row throws(PostgresError) in try row.int8Array() })
    let errors = try await ServerUnderTest.withConnection { connection in
      [
        await failure { try await connection.rows(general) },
        await failure { try await connection.rows(fast) },
      ]
    }
    for error in errors {
      #expect(error?.mismatch?.reason == "not one-dimensional: 2 dimensions")
      #expect(error?.mismatch?.columnName == "nested")
    }
  }

  @Test func arraysOfEveryTextualTypeAreReadAsText() async throws {
    let statement = Statement<Void, [[String?]]>(
      """
      select '{a}'::varchar[], '{b}'::name[], '{c}'::bpchar[], '{"{}"}'::json[],
        '{sad,NULL}'::pg_temp.feeling[], '{sad}'::pg_temp.feeling[]
      """, effect: .read,
      decode: { row throws(PostgresError) in
        var lists: [[String?]] = []
        for _ in 0..<5 { lists.append(try row.optionalArray(of: .text) ?? []) }
        return lists + [try row.textArray()]
      })
    let lists = try await ServerUnderTest.withConnection { connection in
      try await connection.script("create type pg_temp.feeling as enum ('sad')")
      return try await connection.first(statement)
    }
    #expect(lists == [["a"], ["b"], ["c"], ["{}"], ["sad", nil], ["sad"]])
  }

  @Test func arraysOfAnotherTypeAreRefused() async throws {
    let statement = Statement<Void, [Int64?]?>(
      "select '{1}'::int4[]", effect: .read,
      decode: { row throws(PostgresError) in try row.optionalArray(of: .int8) })
    let composite = Statement<Void, [String?]?>(
      "select row(1, 'a')::pg_temp.pair", effect: .read,
      decode: { row throws(PostgresError) in try row.optionalArray(of: .text) })
    let (error, other) = try await ServerUnderTest.withConnection { connection in
      try await connection.script("create type pg_temp.pair as (a int8, b text)")
      return (
        await failure { try await connection.rows(statement) },
        await failure { try await connection.rows(composite) }
      )
    }
    #expect(error?.mismatch?.expectedType == "int8[]")
    #expect(error?.mismatch?.typeName == "int4[]")
    #expect(other?.mismatch != nil)
  }

  @Test("What its users have made is no text unless it travels as text")
  func typesOfUsersThatAreNoTextAreRefused() async throws {
    let statements: [Statement<Void, Void>] = [
      Self.reading("select '{sad}'::pg_temp.mood[]") { row throws(PostgresError) in
        _ = try row.text()
      },
      Self.reading("select row(1, 'a')::pg_temp.two") { row throws(PostgresError) in
        _ = try row.optionalText()
      },
      Self.reading("select array[row(1, 'a')::pg_temp.two]") { row throws(PostgresError) in
        _ = try row.textArray()
      },
      Self.reading("select array[null, row(1, 'a')::pg_temp.two]") { row throws(PostgresError) in
        _ = try row.optionalArray(of: .text)
      },
    ]
    let errors = try await ServerUnderTest.withConnection { connection in
      try await connection.script(
        "create type pg_temp.mood as enum ('sad'); create type pg_temp.two as (a int8, b text)")
      var errors: [PostgresError?] = []
      for statement in statements {
        errors.append(await failure { try await connection.rows(statement) })
      }
      return errors
    }
    for error in errors { #expect(error?.mismatch?.reason == "bytes that are no text") }
  }

  private static func reading(
    _ text: SQL,
    _ read: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Void
  ) -> Statement<Void, Void> {
    Statement(text, effect: .read, bind: { _, _ in }, decode: read)
  }

  @Test func elementsThatCannotBeSentAreRefusedBeforehand() async throws {
    let texts = Statement<[String?], Void>(
      "select $1::text[]", effect: .read, bind: { $1.array($0, of: .text) })
    let identifiers = Statement<[[UInt8]?], Void>(
      "select $1::uuid[]", effect: .read, bind: { $1.array($0, of: .uuid) })
    let moments = Statement<[Int64?], Void>(
      "select $1::timestamptz[]", effect: .read, bind: { $1.array($0, of: .timestamptz) })
    let bytes = Statement<[[UInt8]?], Void>(
      "select $1::bytea[]", effect: .read, bind: { $1.array($0, of: .bytea) })
    let half = [UInt8](repeating: 0, count: 1 << 19)
    let errors = try await ServerUnderTest.withConnection { connection in
      [
        await failure { try await connection.execute(texts, ["a", "b\0c"]) },
        await failure { try await connection.execute(identifiers, [[1, 2]]) },
        await failure { try await connection.execute(moments, [.min + 1]) },
        await failure { try await connection.execute(bytes, [half, half]) },
        await failure { try await connection.rows(Statements.echo, 1) },
      ]
    }
    #expect(errors.map { $0?.isEncoding } == [true, true, true, true, nil])
  }
}
