import Postgres
import Testing

struct ErrorTests {
  @Test func aViolatedConstraintIsNamed() async throws {
    let error = try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Statements.createNumbers)
      try await connection.execute(Statements.insertNumber, 1)
      return await failure { try await connection.execute(Statements.insertNumber, 1) }
    }
    #expect(error?.sqlState == "23505")
    #expect(error?.report?.constraint == "numbers_pkey")
    #expect(error?.report?.table == "numbers")
    #expect(error?.isSafeToRetry == false)
    #expect(error?.statement == "insert into numbers values ($1)")
    #expect(error.map { "\($0)" }?.contains("Key (n)=(1)") == false)
  }

  @Test func aForbiddenNullNamesTheColumn() async throws {
    let error = try await ServerUnderTest.withConnection { connection in
      try await connection.script("create temp table t (id int8 not null)")
      let insert = Statement<Void, Void>("insert into t values (null)", effect: .write)
      return await failure { try await connection.execute(insert) }
    }
    #expect(error?.sqlState == "23502")
    #expect(error?.report?.column == "id")
  }

  @Test func aMistakeInTheTextHasItsPosition() async throws {
    let broken = Statement<Void, Void>("select 1 frmo t", effect: .read)
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.execute(broken) }
    }
    #expect(error?.sqlState == "42601")
    #expect(error?.report?.position == 15)
  }

  @Test("An autocommitted write can still be refused by a deferred constraint")
  func deferredConstraintIsSeen() async throws {
    let insert = Statement<Void, Void>("insert into child values (1)", effect: .write)
    let error = try await ServerUnderTest.withConnection { connection in
      try await connection.script(
        """
        create temp table parent (id int8 primary key);
        create temp table child (id int8 constraint child_parent references parent
          deferrable initially deferred);
        """)
      return await failure { try await connection.execute(insert) }
    }
    #expect(error?.report?.constraint == "child_parent")
  }

  @Test func aWrongTypeNamesStatementColumnAndType() async throws {
    let statement = Statement<Void, Int64>(
      "select 1::int4 as narrow", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.rows(statement) }
    }
    #expect(error?.mismatch?.column == 0)
    #expect(error?.mismatch?.columnName == "narrow")
    #expect(error?.mismatch?.typeOID == 23)
    #expect(error?.statement == "select 1::int4 as narrow")
  }

  @Test(arguments: [
    ("select null::int8", "null"),
    ("select 1::int8, 2::int8", "columns"),
    ("select", "only 0"),
  ])
  func aRowOfAnotherShapeIsRefused(text: String, reason: String) async throws {
    let statements: [String: Statement<Void, Int64>] = [
      "select null::int8": Statement("select null::int8", effect: .read, decode: Self.oneInteger),
      "select 1::int8, 2::int8": Statement(
        "select 1::int8, 2::int8", effect: .read, decode: Self.oneInteger),
      "select": Statement("select", effect: .read, decode: Self.oneInteger),
    ]
    let statement = try #require(statements[text])
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.rows(statement) }
    }
    #expect(error?.mismatch?.reason.contains(reason) == true)
  }

  @Test func aNullInsideAnArrayIsRefused() async throws {
    let statement = Statement<Void, [Int64]>(
      "select array[1, null]::int8[]", effect: .read,
      decode: { row throws(PostgresError) in try row.int8Array() })
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.rows(statement) }
    }
    #expect(error?.mismatch?.reason == "null in an array")
  }

  @Test func aTimeTooLateFor64BitsIsRefusedNotTrapped() async throws {
    let statement = Statement<Void, Int64>(
      "select '294276-12-31 23:59:59.999999+00'::timestamptz", effect: .read,
      decode: { row throws(PostgresError) in try row.timestamptz() })
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.rows(statement) }
    }
    #expect(error?.mismatch?.typeOID == 1184)
  }

  @Test func noticesBecomeEvents() async throws {
    let events = Events()
    try await ServerUnderTest.withConnection(events: events) { connection in
      try await connection.script("do $$ begin raise notice 'hello'; end $$")
    }
    #expect(events.all.compactMap(\.notice).map(\.message) == ["hello"])
  }

  private static let oneInteger: @Sendable (inout RowDecoder) throws(PostgresError) -> Int64 = {
    row throws(PostgresError) in try row.int8()
  }
}
