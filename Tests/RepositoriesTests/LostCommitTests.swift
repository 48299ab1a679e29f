import Domain
import Fakes
import Foundation
import Postgres
import TestDatabase
import Testing
import UseCases

/// Nobody can know what became of a commit whose connection is cut; a key makes that harmless.
@Suite(.serialized) struct LostCommitTests {
  /// `MOA_TEST_CUTS`, or 100: how many commits are lost each way.
  private static let cuts =
    ProcessInfo.processInfo.environment["MOA_TEST_CUTS"].flatMap { Int($0) } ?? 100

  /// What became of products that were added with a key each, and again after every refusal.
  private struct Outcome {
    /// Told that nobody knows.
    var refused = 0
    /// Answered from what was recorded the first time.
    var answered = 0
    /// Written by the second try.
    var written = 0
    var others = 0
  }

  private func add(
    _ database: DatabaseUnderTest, losing fault: TestRelay.Fault
  ) async throws -> (Outcome, cuts: Int) {
    let relay = try TestRelay(before: database.conninfo)
    defer { relay.close() }
    let relayed = try DatabaseUnderTest(relay.conninfo(of: database.conninfo))
    let outcome = try await relayed.withPool { pool in
      let ports = Ports(pool)
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      var outcome = Outcome()
      for number in 0..<Self.cuts {
        let once = try RecordedWrite<Product>.sample("key-\(number)")
        relay.fail(fault)
        do {
          _ = try await ports.products.add(creation, once: once)
        } catch Failure.outcomeUnknown { outcome.refused += 1 }
        let again = try await Self.addAgain(creation, once, ports)
        if (try? again.answer) != nil {
          outcome.answered += 1
        } else if (try? again.value) != nil {
          outcome.written += 1
        } else {
          outcome.others += 1
        }
      }
      return outcome
    }
    return (outcome, relay.cuts)
  }

  /// As a client that is told that its first try is still under way: the server has not seen yet
  /// that nobody is there any more.
  private static func addAgain(
    _ creation: ProductCreation, _ once: RecordedWrite<Product>, _ ports: Ports
  ) async throws -> Written<Product> {
    for _ in 0..<2_000 {
      let outcome = await Self.outcome { try await ports.products.add(creation, once: once) }
      guard case .failure(let error) = outcome, case .inFlight = error as? Failure else {
        return try outcome.get()
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    return try await ports.products.add(creation, once: once)
  }

  private static func outcome<Value>(
    _ body: () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  @Test("Commits that are lost: refused, then written by the second try, once each")
  func lostCommits() async throws {
    let database = try await DatabaseUnderTest.make(behindPooler: false)
    let (outcome, cuts) = try await add(database, losing: .loseCommit)
    #expect(cuts == Self.cuts)
    #expect(outcome.refused == Self.cuts)
    #expect(outcome.written == Self.cuts)
    #expect(outcome.answered == 0)
    #expect(outcome.others == 0)
    #expect(try database.psql("select count(*) from moa.products") == "\(Self.cuts)")
  }

  @Test("Acknowledgements that are lost: refused, then answered from the first try, once each")
  func lostAcknowledgements() async throws {
    let database = try await DatabaseUnderTest.make(behindPooler: false)
    let (outcome, cuts) = try await add(database, losing: .loseAcknowledgement)
    #expect(cuts == Self.cuts)
    #expect(outcome.refused == Self.cuts)
    #expect(outcome.answered == Self.cuts)
    #expect(outcome.written == 0)
    #expect(outcome.others == 0)
    #expect(try database.psql("select count(*) from moa.products") == "\(Self.cuts)")
  }
}
