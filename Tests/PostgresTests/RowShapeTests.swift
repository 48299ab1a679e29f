import Postgres
import Testing

/// A row that does not fit its decoder: the error names statement, column and type.
struct RowShapeTests {
  private typealias Decode = @Sendable (inout RowDecoder) throws(PostgresError) -> Void

  private static func mismatch(
    _ statement: Statement<Void, Void>
  ) async throws -> (error: PostgresError?, mismatch: ColumnMismatch?) {
    let (error, answer) = try await ServerUnderTest.withConnection { connection in
      let error = await failure { try await connection.rows(statement) }
      // Everybody after it is served on the same connection.
      return (error, try await connection.first(Statements.echo, 5))
    }
    #expect(answer == 5)
    #expect(error?.isSafeToRetry == false)
    return (error, error?.mismatch)
  }

  @Test func aWrongTypeIsNamedWithTheTypeExpected() async throws {
    let (error, mismatch) = try await Self.mismatch(
      Statement("select 1::int8 as fine, 1.5::float4 as price", effect: .read) {
        row throws(PostgresError) in
        _ = try row.int8()
        _ = try row.float8()
      })
    #expect(error?.statement == "select 1::int8 as fine, 1.5::float4 as price")
    #expect(mismatch?.column == 1)
    #expect(mismatch?.columnName == "price")
    #expect(mismatch?.typeOID == 700)
    #expect(mismatch?.typeName == "float4")
    #expect(mismatch?.expectedType == "float8")
    #expect(
      error?.description == "column 1 \"price\" of type float4: float8 expected"
        + " (in: select 1::int8 as fine, 1.5::float4 as price)")
  }

  @Test func aTypeWithoutANameHereIsNamedByItsNumber() async throws {
    let (_, mismatch) = try await Self.mismatch(
      Statement("select '(1,2)'::point as place", effect: .read) { row throws(PostgresError) in
        _ = try row.text()
      })
    #expect(mismatch?.typeName == "type 600")
    #expect(mismatch?.expectedType == "text")
  }

  @Test func aNullNamesItsColumn() async throws {
    let (error, mismatch) = try await Self.mismatch(
      Statement("select 'a'::text, null::timestamptz as day", effect: .read) {
        row throws(PostgresError) in
        _ = try row.text()
        _ = try row.timestamptz()
      })
    #expect(mismatch?.column == 1)
    #expect(mismatch?.columnName == "day")
    #expect(mismatch?.typeName == "timestamptz")
    #expect(mismatch?.expectedType == nil)
    #expect(mismatch?.reason == "null, where a value is required")
    #expect(error?.statement == "select 'a'::text, null::timestamptz as day")
  }

  @Test func aNullInALaterRowIsSeenAsWell() async throws {
    let (_, mismatch) = try await Self.mismatch(
      Statement("select n from (values (1::int8), (null)) t(n)", effect: .read) {
        row throws(PostgresError) in
        _ = try row.int8()
      })
    #expect(mismatch?.columnName == "n")
  }

  @Test func tooFewColumnsNameTheOneThatIsMissing() async throws {
    let (error, mismatch) = try await Self.mismatch(
      Statement("select 1::int8 as only", effect: .read) { row throws(PostgresError) in
        _ = try row.int8()
        _ = try row.text()
      })
    #expect(mismatch?.column == 1)
    #expect(mismatch?.columnName == "")
    #expect(mismatch?.typeName == nil)
    #expect(mismatch?.reason == "the row has only 1 columns")
    #expect(
      error?.description == "column 1: the row has only 1 columns (in: select 1::int8 as only)")
  }

  @Test func tooManyColumnsNameTheFirstThatNobodyReads() async throws {
    let (_, mismatch) = try await Self.mismatch(
      Statement("select 1::int8 as a, 2::int2 as b, 3::int8 as c", effect: .read) {
        row throws(PostgresError) in
        _ = try row.int8()
      })
    #expect(mismatch?.column == 1)
    #expect(mismatch?.columnName == "b")
    #expect(mismatch?.typeName == "int2")
    #expect(mismatch?.reason == "the row has 3 columns, the decoder read 1")
  }

  @Test func aDigestHas32Bytes() async throws {
    let (_, mismatch) = try await Self.mismatch(
      Statement("select '\\x01'::bytea as sha256", effect: .read) { row throws(PostgresError) in
        _ = try row.optionalDigest()
      })
    #expect(mismatch?.reason == "1 bytes, which are no digest")
  }

  @Test func everyKindOfColumnSaysWhatItExpected() async throws {
    let decodes: [(String, Decode)] = [
      ("bool", { row throws(PostgresError) in _ = try row.bool() }),
      ("int2", { row throws(PostgresError) in _ = try row.int2() }),
      ("int4", { row throws(PostgresError) in _ = try row.int4() }),
      ("int8", { row throws(PostgresError) in _ = try row.int8() }),
      ("float8", { row throws(PostgresError) in _ = try row.float8() }),
      ("text", { row throws(PostgresError) in _ = try row.text() }),
      ("uuid", { row throws(PostgresError) in _ = try row.uuid() }),
      ("bytea", { row throws(PostgresError) in _ = try row.optionalDigest() }),
      ("bytea", { row throws(PostgresError) in _ = try row.bytea() }),
      ("timestamptz", { row throws(PostgresError) in _ = try row.timestamptz() }),
      ("text[]", { row throws(PostgresError) in _ = try row.textArray() }),
      ("int8[]", { row throws(PostgresError) in _ = try row.int8Array() }),
      ("uuid[]", { row throws(PostgresError) in _ = try row.optionalArray(of: .uuid) }),
    ]
    for (name, decode) in decodes {
      let (_, mismatch) = try await Self.mismatch(
        Statement("select '1'::interval as span", effect: .read, decode: decode))
      #expect(mismatch?.expectedType == name)
      #expect(mismatch?.typeName == "interval")
    }
  }
}
