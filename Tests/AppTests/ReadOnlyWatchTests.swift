import Domain
import Fakes
import Operations
import Testing
import UseCases
import Web

@testable import App
@testable import Transport

/// How servers learn that an operator has stopped writes.
struct ReadOnlyWatchTests {
  private let store = FakeStore()
  private let gate = ReadOnlyGate()

  private func watched(_ body: () async throws -> Void) async throws {
    let watch = ReadOnlyWatch(repository: store, gate: gate, interval: .milliseconds(1))
    let task = Task { await watch.run() }
    defer { task.cancel() }
    try await body()
  }

  private func becomes(_ isClosed: Bool) async throws -> Bool {
    for _ in 0..<2_000 where gate.refusesWrites != isClosed {
      try await Task.sleep(for: .milliseconds(5))
    }
    return gate.refusesWrites == isClosed
  }

  @Test func aStopIsFollowedAndSoIsItsEnd() async throws {
    try await watched {
      try await store.beginReadOnly(at: .now)
      #expect(try await becomes(true))
      try await store.endReadOnly()
      #expect(try await becomes(false))
    }
  }

  @Test func askingOnceIsEnoughToRefuse() async throws {
    try await store.beginReadOnly(at: .now)
    await ReadOnlyWatch(repository: store, gate: gate).begin()
    #expect(gate.refusesWrites)
  }

  @Test("no write is let in before it is known whether one may be")
  func unknown() async throws {
    let watch = ReadOnlyWatch(repository: store, gate: gate, interval: .milliseconds(1))
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    await watch.begin()
    #expect(gate.refusesWrites)
    store.fail(with: nil)
    try await watched {
      let isOpen = try await becomes(false)
      #expect(isOpen)
    }
  }

  @Test("while the store is away, what held last holds on")
  func away() async throws {
    try await watched {
      try await store.beginReadOnly(at: .now)
      #expect(try await becomes(true))
      store.fail(with: .unavailable(retryAfterSeconds: 1))
      try await Task.sleep(for: .milliseconds(50))
      #expect(gate.refusesWrites)
    }
  }
}
