import Domain
import EventLoop
import Operations
import Postgres
import TestDatabase
import Testing
import Web

@testable import App

/// Tokens of answers from a server that does not answer.
struct AnswerTokensTests {
  private static let loop = Result { try EventLoop(label: "tokens.test") }

  /// What a machine does that is asked for a token while its connection carries nothing.
  private static func ask(
    _ configure: @escaping @Sendable (inout PoolConfiguration) -> Void, isConnected: Bool
  ) async throws {
    let direct = try await TestDatabase.shared.makeDatabase()
    let relay = try TestRelay(before: direct)
    defer { relay.close() }
    var configuration = try PoolConfiguration(testing: relay.conninfo(of: direct))
    configure(&configuration)
    if !isConnected { relay.fail(.silence) }
    try await Pool.forOnce(on: try loop.get(), configuration) { pool in
      let machine = ValidatedAnswers.Machine.reading(pool, of: pool, SessionCount())
      if isConnected {
        // The database is empty: it refuses the statement at once, which is no hang.
        let refused = try await machine.token(.now)
        #expect(refused == nil)
        relay.fail(.silence)
      }
      await #expect(throws: (any Error).self) { try await machine.token(.now) }
    }
  }

  @Test("A token that is not told until the deadline of its statement hangs, a refusal does not")
  func statement() async throws {
    try await Self.ask(
      {
        $0.waitingDeadline = .seconds(10)
        $0.statements.readDeadline = .seconds(2)
      }, isConnected: true)
  }

  @Test("A token hangs too whose connection is waited for, however short that is")
  func connection() async throws {
    try await Self.ask({ $0.waitingDeadline = .milliseconds(50) }, isConnected: false)
  }
}
