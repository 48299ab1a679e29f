import EventLoop
import Testing

@testable import Postgres

/// When a transaction that may run again does so, by the loop's time: it stands still in a turn.
@Suite struct RepetitionTests {
  private static func deadlock() async throws -> PostgresError {
    let error = try await ServerUnderTest.withConnection { connection in
      await failure {
        try await connection.script("do $$ begin raise exception using errcode = '40P01'; end $$")
      }
    }
    return try #require(error)
  }

  private static let lost = PostgresError(
    .connection(reason: "the connection broke"), isSafeToRetry: true)

  /// How long each attempt came after the one before it, and the error of the last.
  private static func attempts(
    failingWith errors: [PostgresError]
  ) async throws -> (pauses: [Duration], error: PostgresError?) {
    try await ServerUnderTest.onLoop { loop in
      var starts: [MonotonicTime] = []
      let mode = TransactionMode(attemptsMax: 3)
      var thrown: PostgresError?
      do {
        try await Repetition.run(mode, on: loop) { _ in
          starts.append(loop.now)
          if starts.count <= errors.count { throw errors[starts.count - 1] }
        }
      } catch {
        thrown = error as? PostgresError
      }
      return (zip(starts, starts.dropFirst()).map { $1 - $0 }, thrown)
    }
  }

  @Test("after a deadlock it lets the other one finish")
  func deadlocks() async throws {
    let deadlock = try await Self.deadlock()
    let (pauses, error) = try await Self.attempts(failingWith: [deadlock, deadlock])
    #expect(error == nil)
    #expect(pauses.count == 2, "\(pauses)")
    #expect(pauses.allSatisfy { $0 >= .milliseconds(5) }, "\(pauses)")
  }

  @Test("whose connection is lost takes another one at once, but once only")
  func lostConnections() async throws {
    let (pauses, error) = try await Self.attempts(failingWith: [Self.lost, Self.lost])
    #expect(error == nil)
    #expect(pauses.count == 2, "\(pauses)")
    #expect(pauses.first == .zero, "\(pauses)")
    #expect(pauses.last ?? .zero >= .milliseconds(5), "\(pauses)")
  }

  @Test("a third failure, or one that may have taken effect, is the caller's")
  func failures() async throws {
    let deadlock = try await Self.deadlock()
    let thrice = try await Self.attempts(failingWith: [Self.lost, deadlock, deadlock])
    #expect(thrice.pauses.count == 2)
    #expect(thrice.error?.sqlState == "40P01")
    let unknown = PostgresError(.commitOutcomeUnknown(reason: "cut"))
    let once = try await Self.attempts(failingWith: [unknown])
    #expect(once.pauses.isEmpty)
    #expect(once.error?.isOutcomeUnknown == true)
  }
}
