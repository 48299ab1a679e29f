import Cryptography
import Testing
import UseCases

@testable import App

struct ScryptHasherTests {
  private static func cheap(
    observe: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ScryptHasher {
    let cost = try #require(Scrypt.Cost(logarithm: 4, blockSize: 1, parallelism: 1))
    return ScryptHasher(cost, observe: observe)
  }

  @Test func aSecretMatchesItsHashAndNoOther() async throws {
    let hasher = try Self.cheap()
    let hash = try await hasher.hash("비밀")
    #expect(try await hasher.matches("비밀", hash) {})
    #expect(try await !hasher.matches("비밀 ", hash) {})
    #expect(try await !hasher.matches("비밀", hasher.decoy) {})
  }

  @Test func aBrokenHashInTheStoreIsNobodysAndIsTold() async throws {
    let told = Guarded<[String]>([])
    let hasher = try Self.cheap { sentence in told.withLock { $0.append(sentence) } }
    for hash in ["none", "", "$scrypt$ln=30,r=8,p=1$AAAA$AAAA"] {
      #expect(try await !hasher.matches("비밀", hash) {})
    }
    #expect(told.withLock { $0.count } == 3)
    #expect(try await !hasher.matches("비밀", hasher.decoy) {})
    #expect(told.withLock { $0.count } == 3)
  }

  @Test func whoeverIsNotAdmittedWhenTheTurnComesLeavesItToTheNext() async throws {
    let hasher = try Self.cheap()
    let hash = try await hasher.hash("비밀")
    let refusal = Failure.tooManyFailures(retryAfterSeconds: 12)
    // More than come in at a time: each gives its place back.
    for _ in 0..<3 {
      await #expect(throws: refusal) {
        _ = try await hasher.matches("비밀", hash) { () throws(Failure) in throw refusal }
      }
    }
    #expect(try await hasher.matches("비밀", hash) {})
  }

  @Test func atMostSoManyAreInsideAndTheRestWaitInTurn() async throws {
    let gate = HashingGate(atOnce: 2, waitingMax: 100)
    let inside = Guarded(0)
    let most = Guarded(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await gate.enter()
          let now = inside.withLock { count in
            count += 1
            return count
          }
          most.withLock { $0 = max($0, now) }
          await Task.yield()
          inside.withLock { $0 -= 1 }
          gate.leave()
        }
      }
      try await group.waitForAll()
    }
    #expect(most.withLock { $0 } <= 2)
    #expect(inside.withLock { $0 } == 0)
  }

  @Test func whoFindsTheQueueFullIsRefusedAtOnce() async throws {
    let gate = HashingGate(atOnce: 1, waitingMax: 1)
    try await gate.enter()
    let refusals = await withTaskGroup(of: Failure?.self) { group in
      for _ in 0..<3 {
        group.addTask {
          do throws(Failure) {
            try await gate.enter()
            return nil
          } catch {
            return error
          }
        }
      }
      // One of the three waits, and comes in when we leave.
      let refused = [await group.next() ?? nil, await group.next() ?? nil]
      gate.leave()
      return refused + [await group.next() ?? nil]
    }
    let refused = Failure.unavailable(retryAfterSeconds: 1)
    #expect(refusals == [refused, refused, nil])
    gate.leave()
  }
}
