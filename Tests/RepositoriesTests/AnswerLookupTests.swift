import Domain
import EventLoop
import Fakes
import Postgres
import Repositories
import Testing
import UseCases

/// The look at a key before a write.
@Suite struct AnswerLookupTests {
  private static let hold: [StaticString] = [
    "begin", "lock table moa.products in share row exclusive mode",
  ]

  @Test func whileAWriteIsBeingMadeItsKeyIsInFlight() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = StorePorts(pool)
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try OnceOnly<Product>.sample("key")
      // Whoever writes has claimed the key then, and waits.
      let write = try await database.onConnection { connection in
        for sql in Self.hold { try await connection.execute(Statement<Void, Void>(sql)) }
        let write = Task(executorPreference: database.loop) {
          try await ports.products.add(creation, once: once)
        }
        #expect(await Self.isEventuallyInFlight(once, ports.answers))
        try await connection.execute(Statement<Void, Void>("commit"))
        return write
      }
      _ = try await write.value
      let answer = try await ports.answers.answer(
        under: once.key, requestDigest: once.requestDigest)
      #expect(answer != nil)
    }
  }

  private static func isEventuallyInFlight(
    _ once: OnceOnly<Product>, _ answers: any AnswerRepository
  ) async -> Bool {
    for _ in 0..<2_000 {
      do throws(Failure) {
        _ = try await answers.answer(under: once.key, requestDigest: once.requestDigest)
      } catch {
        return error == .inFlight
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return false
  }
}
