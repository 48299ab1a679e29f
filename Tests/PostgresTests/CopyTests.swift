import Testing

@testable import Postgres

struct CopyTests {
  private struct Note: Sendable, Equatable {
    let number: Int64
    let text: String?
    let bytes: [UInt8]
  }

  private static let create = Statement<Void, Void>(
    "create temp table notes (number int8 constraint notes_even check (number <> 7), t text, b bytea)",
    effect: .write
  )
  private static let copy = CopyStatement<Note>(
    "copy notes (number, t, b) from stdin (format binary)",
    bind: { note, encoder in
      encoder.int8(note.number)
      encoder.text(note.text)
      encoder.bytea(note.bytes)
    })
  private static let all = Statement<Void, Note>(
    "select number, t, b from notes order by number", effect: .read,
    decode: { row throws(PostgresError) in
      Note(number: try row.int8(), text: try row.optionalText(), bytes: try row.bytea())
    })
  private static let count = Statement<Void, Int64>(
    "select count(*) from notes", effect: .read,
    decode: { row throws(PostgresError) in try row.int8() })

  private static func notes(_ numbers: Range<Int64>) -> [Note] {
    numbers.map { number in
      Note(
        number: number, text: number % 3 == 0 ? nil : "쪽지 \(number) \\ \t\n", bytes: [0, 0xFF])
    }
  }

  @Test func rowsComeBackAsTheyWentIn() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let notes = Self.notes(100..<120) + [Note(number: 200, text: "", bytes: [])]
      let answer = try await connection.copy(Self.copy, notes)
      #expect(answer == 21)
      let second = try await connection.rows(Self.all)
      #expect(second == notes)
    }
  }

  @Test func noRowsAreCopiedAsWell() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let answer = try await connection.copy(Self.copy, [])
      #expect(answer == 0)
      let second = try await connection.first(Self.count)
      #expect(second == 0)
    }
  }

  @Test("Rows are made as the server takes them: of 64 MB little is ever held")
  func muchMoreThanABufferHolds() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let large = [UInt8](repeating: 7, count: 1_000_000)
      let rows = (100..<164 as Range<Int64>).map { Note(number: $0, text: nil, bytes: large) }
      let answer = try await connection.copy(Self.copy, rows)
      #expect(answer == 64)
      let second = try await connection.first(Self.count)
      #expect(second == 64)
    }
  }

  @Test func aRowThatTheServerRefusesInTheMiddleLeavesNothingAndTheConnectionGoesOn() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let error = await failure { try await connection.copy(Self.copy, Self.notes(0..<50_000)) }
      #expect(error?.sqlState == "23514")
      #expect(error?.report?.constraint == "notes_even")
      let answer = try await connection.first(Self.count)
      #expect(answer == 0)
      let second = try await connection.copy(Self.copy, Self.notes(10..<20))
      #expect(second == 10)
    }
  }

  @Test func aValueThatCannotBeSentLeavesNothingAndTheConnectionGoesOn() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let rows = Self.notes(10..<5_000) + [Note(number: 1, text: "a\0b", bytes: [])]
      let error = await failure { try await connection.copy(Self.copy, rows) }
      guard case .encoding = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
      let answer = try await connection.first(Self.count)
      #expect(answer == 0)
    }
  }

  @Test func aTableThatIsNotThereIsAnErrorAndTheConnectionGoesOn() async throws {
    try await ServerUnderTest.withConnection { connection in
      let error = await failure { try await connection.copy(Self.copy, Self.notes(10..<20)) }
      #expect(error?.sqlState == "42P01")
      let answer = try await connection.first(Statements.echo, 3)
      #expect(answer == 3)
    }
  }

  @Test func aCopyIsUndoneWithItsTransaction() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let error = await failure {
        try await connection.transaction { transaction in
          try await transaction.copy(Self.copy, Self.notes(10..<20))
          try await transaction.copy(Self.copy, Self.notes(20..<30))
          _ = try await transaction.rows(Statements.divide, 0)
        }
      }
      #expect(error?.sqlState == "22012")
      let answer = try await connection.first(Self.count)
      #expect(answer == 0)
    }
  }

  @Test func aCopyThatFailsEndsItsTransactionWhateverTheBodyDoes() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let error = await failure {
        try await connection.transaction { transaction in
          _ = try? await transaction.copy(Self.copy, Self.notes(0..<20))
        }
      }
      #expect(error?.sqlState == "23514")
      let answer = try await connection.copy(Self.copy, Self.notes(10..<20))
      #expect(answer == 10)
    }
  }

  @Test func aCopyWantsTheConnectionForItself() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      async let echo = connection.first(Statements.sleepAndEcho, (0.05, 4))
      async let error = failure { try await connection.copy(Self.copy, []) }
      let answer = try await echo
      #expect(answer == 4)
      #expect(await error?.isMisuse == true)
    }
  }

  @Test func aCopyThatWaitsBeyondItsDeadlineEndsTheConnection() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Self.create)
      let endless = (10..<Int64.max).lazy.map { number in
        Note(number: number, text: nil, bytes: [UInt8](repeating: 7, count: 100_000))
      }
      let error = await failure {
        try await connection.copy(Self.copy, Array(endless.prefix(3)), deadline: .zero)
      }
      #expect(error?.isTimeout == true)
      #expect(!connection.isOpen)
    }
  }
}
