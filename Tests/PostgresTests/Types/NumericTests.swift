import Postgres
import Testing

/// Exact numbers mean to the server what they say here.
struct NumericTests {
  private static let render = Statement<Numeric, String>(
    "select $1::numeric::text", effect: .read,
    bind: { $1.numeric($0) },
    decode: { row throws(PostgresError) in try row.text() })

  private static let parse = Statement<String, Numeric>(
    "select $1::text::numeric", effect: .read,
    bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.numeric() })

  @Test("By chance: the server writes each number as we do, and reads our text as the same number")
  func meansTheSame() async throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = RandomValues(seed: seed)
    let texts = (0..<300).map { _ in random.decimal() }
    try await ServerUnderTest.withConnection { connection in
      for text in texts {
        let number = try #require(Numeric(text), "seed \(seed): \(text)")
        let rendered = try await connection.first(Self.render, number)
        #expect(rendered == number.description, "seed \(seed)")
        let answer = try #require(try await connection.first(Self.parse, text))
        #expect(answer.description == number.description, "seed \(seed)")
        #expect(answer == number, "seed \(seed)")
        #expect(answer.groups == number.groups, "seed \(seed)")
        #expect(answer.weight == number.weight, "seed \(seed)")
        #expect(answer.scale == number.scale, "seed \(seed)")
      }
    }
  }

  @Test("What is no number here is none to the server, and the other way round")
  func refusesWhatTheServerRefuses() async throws {
    let texts = [
      "", ".", "-", "+", "e5", "1e", "1e+", "1.2.3", "1,5", "--1", "1 2", "가", "0-", "1e5.0",
      "1e131072", "-1e131072", "10e131071", "1e-16384", "1e1000000000", "1e99999999999999999999",
      "1.", ".5", "+1", "-0", "-0.00", "1E3", "1.5e1", "1.50e-2", "00012", "1e131071", "0e5",
      "1e-16383", "NaN", "Infinity", "-Infinity", "0.0001", "-9999.9999", "10000", "0.00000000001",
    ]
    try await ServerUnderTest.withConnection { connection in
      for text in texts {
        let answer = try? await connection.first(Self.parse, text)
        #expect(Numeric(text)?.description == answer?.description, "\(text.prefix(40))")
      }
    }
  }

  @Test func isOrderedAsTheServerOrdersIt() async throws {
    let order = Statement<[Numeric?], Numeric>(
      "select n from unnest($1::numeric[]) n order by n", effect: .read,
      bind: { $1.array($0, of: .numeric) },
      decode: { row throws(PostgresError) in try row.numeric() })
    let seed = UInt64.random(in: .min ... .max)
    var random = RandomValues(seed: seed)
    let close = ["1", "1.0", "-1", "1.0001", "1.00010", "10000", "9999.9999", "-10000", "0"]
    let numbers = (0..<200).map { _ in random.numeric() } + close.compactMap { Numeric($0) }
    let ordered = try await ServerUnderTest.withConnection { try await $0.rows(order, numbers) }
    #expect(ordered == numbers.sorted(), "seed \(seed)")
    #expect(Set([Numeric("1.50"), Numeric("1.5")]).count == 1)
  }

  @Test(arguments: [0, 1, -1, 9_999, 10_000, -10_000, 120_000_000, .max, .min] as [Int64])
  func wholeNumbersStayTheSame(value: Int64) throws {
    #expect(Numeric(value).description == String(value))
    #expect(Numeric(value) == Numeric(String(value)))
    #expect(Int64(exactly: Numeric(value)) == value)
  }

  @Test(arguments: [
    "0.5", "10000.5", "-0.00001", "9223372036854775808", "-9223372036854775809", "1e40", "NaN",
    "Infinity", "-Infinity",
  ])
  func whatIsNoWholeNumberOf64BitsIsNotMadeOne(text: String) throws {
    #expect(Int64(exactly: try #require(Numeric(text))) == nil)
  }

  @Test func zerosBehindThePointAreAWholeNumber() throws {
    #expect(Int64(exactly: try #require(Numeric("120000.000"))) == 120_000)
  }
}
