import Testing

@testable import Postgres

struct RowsStatementTests {
  private struct Note: Sendable, Equatable {
    let number: Int64
    let text: String?
    let words: [String]?
    let small: [Int32?]?
    let large: [Int64]?
  }

  private static let columns = [
    "number", "t", "words::text[]", "small::integer[]", "large::bigint[]",
  ]
  private static let bind: @Sendable (Note, inout ParameterEncoder) -> Void = { note, encoder in
    encoder.int8(note.number)
    encoder.text(note.text)
    encoder.textArray(note.words)
    encoder.array(note.small, of: .int4)
    encoder.int8Array(note.large)
  }
  private static let echo = RowsStatement<Note, Note>(
    "select number, t, words, small, large from \(SQL.rows(columns)) notes order by number",
    effect: .read, bind: bind,
    decode: { row throws(PostgresError) in
      Note(
        number: try row.int8(), text: try row.optionalText(), words: try row.optionalTextArray(),
        small: try row.optionalArray(of: .int4), large: try row.optionalInt8Array())
    })
  /// How many rows come at a time.
  private static let count = RowsStatement<Note, Int64>(
    "select count(*) from \(SQL.rows(columns)) notes", effect: .read, bind: bind,
    decode: { row throws(PostgresError) in try row.int8() })

  private static func notes(_ count: Int64, of text: String) -> [Note] {
    (0..<count).map { Note(number: $0, text: text, words: nil, small: nil, large: nil) }
  }

  @Test func rowsComeBackAsTheyWentIn() async throws {
    let notes = [
      Note(
        number: 1, text: "쪽지", words: ["a,b", "{}", "null", "", " ", "\"\\\n'"], small: [],
        large: [1]),
      Note(number: 2, text: nil, words: nil, small: [.min, nil, .max], large: [.min, 0, .max]),
      Note(number: 3, text: "", words: [], small: nil, large: nil),
    ]
    try await ServerUnderTest.withConnection { connection in
      let echoed = try await connection.rows(Self.echo, notes)
      #expect(echoed == notes)
      let none = try await connection.rows(Self.count, [])
      #expect(none == [])
    }
  }

  @Test("As many rows go in a statement as half a parameter has bytes, and a larger one alone")
  func manyRowsGoInSeveralStatements() async throws {
    let rows = Self.notes(12, of: String(repeating: "a", count: 100_000))
    let large = Self.notes(2, of: String(repeating: "a", count: 1_000_000))
    try await ServerUnderTest.withConnection { connection in
      let small = try await connection.rows(Self.count, rows)
      #expect(small == [5, 5, 2])
      let mixed = try await connection.rows(Self.count, rows + large + rows)
      #expect(mixed == [5, 5, 2, 1, 1, 5, 5, 2])
    }
  }

  @Test func aValueThatCannotBeSentIsAnError() async throws {
    let rows = Self.notes(3, of: "a") + Self.notes(1, of: "a\0b")
    try await ServerUnderTest.withConnection { connection in
      let error = await failure { try await connection.rows(Self.echo, rows) }
      guard case .encoding = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
}
