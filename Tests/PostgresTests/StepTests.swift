import EventLoop
import Foundation
import Testing

@testable import Postgres

/// A connection that finds many answers in its socket reads them in steps.
struct StepTests {
  private static let count = 6

  /// An answer of more than libpq takes at once; it says when it was read.
  private static func large(
    _ read: @escaping @Sendable (Int64) -> Void
  ) -> Statement<Int64, Int64> {
    Statement(
      "select $1::int8, repeat('x', 20000)", effect: .read,
      bind: { $1.int8($0) },
      decode: { row throws(PostgresError) in
        let number = try row.int8()
        _ = try row.text()
        read(number)
        return number
      })
  }

  /// Asks for them all at once, and holds the loop up until all answers have come.
  private static func askForAll(
    _ connection: Connection, _ read: @escaping @Sendable (Int64) -> Void,
    answered: @escaping @Sendable (Result<Int64?, any Error>) -> Void
  ) async throws {
    let statement = large(read)
    _ = try await connection.first(large { _ in }, 0)
    await withTaskGroup { group in
      for number in 1...Int64(count) {
        group.addTask {
          do {
            answered(.success(try await connection.first(statement, number)))
          } catch { answered(.failure(error)) }
        }
      }
      connection.loop.execute { usleep(300_000) }
    }
  }

  @Test("Those who are answered go on before the next answers are read")
  func answeredGoOnFirst() async throws {
    let events = Shared<[String]>([])
    try await ServerUnderTest.withConnection { connection in
      try await Self.askForAll(connection) { number in
        events.change { $0.append("read \(number)") }
      } answered: { answer in
        events.change { $0.append("answered \((try? answer.get()) ?? 0)") }
      }
    }
    let told = events.value
    #expect(told.count == 2 * Self.count, "\(told)")
    for number in 1...Self.count {
      let answered = try #require(told.firstIndex(of: "answered \(number)"), "\(told)")
      // libpq may have taken the next one together with it, and not the one after that.
      let later = told.firstIndex(of: "read \(number + 2)") ?? told.count
      #expect(answered < later, "\(told)")
    }
  }

  @Test("Whoever is answered may close the connection: those behind them fail, each once")
  func endBetweenSteps() async throws {
    // Nil for an answer, and else what the refusal says.
    let answers = Shared<[String?]>([])
    try await ServerUnderTest.withConnection { connection in
      try await Self.askForAll(connection) { _ in
      } answered: { answer in
        var refusal: String?
        if case .failure(let error) = answer { refusal = "\(error)" }
        answers.change { $0.append(refusal) }
        connection.close()
      }
      #expect(!connection.isOpen)
    }
    let told = answers.value
    #expect(told.count == Self.count, "\(told)")
    #expect(told.first == .some(nil), "\(told)")
    // Told at once of the end, and not by their deadlines.
    let refusals = told.compactMap(\.self)
    #expect(!refusals.isEmpty, "\(told)")
    #expect(refusals.allSatisfy { $0.contains("the connection was closed") }, "\(told)")
  }
}
