import Postgres
import Testing

/// Everything that the server says about an error is there, and whether to try again.
struct ServerReportTests {
  private static func error(of text: String) async throws -> PostgresError? {
    try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.script(text) }
    }
  }

  @Test func everyFieldOfAReportIsThere() async throws {
    let error = try await Self.error(
      of: """
        do $$ begin
          raise exception 'nothing left' using errcode = 'P0042', detail = 'the detail',
            hint = 'the hint', schema = 'the schema', table = 'the table',
            column = 'the column', datatype = 'the type', constraint = 'the constraint';
        end $$
        """)
    #expect(error?.sqlState == "P0042")
    #expect(error?.report?.message == "nothing left")
    #expect(error?.report?.severity == "ERROR")
    #expect(error?.report?.detail == "the detail")
    #expect(error?.report?.hint == "the hint")
    #expect(error?.report?.schema == "the schema")
    #expect(error?.report?.table == "the table")
    #expect(error?.report?.column == "the column")
    #expect(error?.report?.dataType == "the type")
    #expect(error?.report?.constraint == "the constraint")
    #expect(error?.report?.position == nil)
    #expect(error?.report?.context?.contains("PL/pgSQL function inline_code_block") == true)
    #expect(error?.isSafeToRetry == false)
    #expect(error.map { "\($0)" }?.contains("the detail") == false)
  }

  @Test func whatTheServerDoesNotSayIsNil() async throws {
    let error = try await Self.error(of: "select 1/0")
    #expect(error?.sqlState == "22012")
    let said = [
      error?.report?.detail, error?.report?.hint, error?.report?.schema, error?.report?.table,
      error?.report?.column,
    ]
    #expect(said.allSatisfy { $0 == nil })
    #expect(error?.report?.dataType == nil)
    #expect(error?.report?.constraint == nil)
    #expect(error?.report?.context == nil)
  }

  @Test func aForeignKeyNamesSchemaTableConstraintAndDetail() async throws {
    let error = try await Self.error(
      of: """
        create temp table parent (id int8 primary key);
        create temp table child (id int8 constraint child_parent references parent);
        insert into child values (7)
        """)
    #expect(error?.sqlState == "23503")
    #expect(error?.report?.schema?.hasPrefix("pg_temp") == true)
    #expect(error?.report?.table == "child")
    #expect(error?.report?.constraint == "child_parent")
    #expect(error?.report?.detail == "Key (id)=(7) is not present in table \"parent\".")
  }

  @Test func aDomainNamesItsType() async throws {
    let error = try await Self.error(
      of: """
        create domain pg_temp.positive as int8 constraint is_positive check (value > 0);
        select (-1)::pg_temp.positive
        """)
    #expect(error?.sqlState == "23514")
    #expect(error?.report?.dataType == "positive")
    #expect(error?.report?.constraint == "is_positive")
  }

  @Test func aMisspeltColumnHasPositionAndHint() async throws {
    let misspelt = Statement<Void, Void>("select relnam from pg_class limit 1", effect: .read)
    let error = try await ServerUnderTest.withConnection { connection in
      await failure { try await connection.execute(misspelt) }
    }
    #expect(error?.sqlState == "42703")
    #expect(error?.report?.position == 8)
    #expect(error?.report?.hint?.contains("pg_class.relname") == true)
    #expect(error?.statement == "select relnam from pg_class limit 1")
  }

  @Test(arguments: [
    ("40001", true), ("40P01", true), ("55P03", true), ("25006", true),
    // A pooler says so of a server that it has lost, with what it was about to acknowledge.
    ("53300", false), ("57P03", false), ("08006", false), ("23505", false), ("23P01", false),
    ("22012", false),
    ("42601", false), ("57014", false), ("53100", false), ("XX000", false),
  ])
  func aRetryIsSafeWhereTheReasonPassesAndNothingWasDone(
    sqlState: String, isSafe: Bool
  ) async throws {
    let error = try await Self.error(
      of: "do $$ begin raise exception 'no' using errcode = '\(sqlState)'; end $$")
    #expect(error?.sqlState == sqlState)
    #expect(error?.isSafeToRetry == isSafe)
  }
}
