import Domain
import Testing

@testable import Web

/// A part of answers that requests share although their questions differ.
@Suite(.timeLimit(.minutes(1)))
struct SharedReadTests {
  private let read = SharedRead<Int>(validFor: 250)
  private let gate = Gate()

  /// Asks when something is known to be `number`.
  private func ask(_ number: Int, at microseconds: Int64 = 0) async throws -> Int {
    try await read.value(at: Timestamp(clamping: microseconds)) {
      await gate.pass()
      try Task.checkCancellation()
      return number
    }
  }

  @Test("Requests that come while a value is read share that read")
  func joining() async throws {
    let first = Task { try await ask(1) }
    await gate.waitForOne()
    let others = (2...9).map { number in Task { try await ask(number) } }
    while read.waitingCount < others.count { await Task.yield() }
    gate.open()
    #expect(try await first.value == 1)
    for other in others { #expect(try await other.value == 1) }
  }

  @Test("A value is read anew when it is too old, also after the clock was set back")
  func age() async throws {
    gate.open()
    #expect(try await ask(1, at: 1_000) == 1)
    #expect(try await ask(2, at: 1_249) == 1)
    #expect(try await ask(3, at: 1_250) == 3)
    #expect(try await ask(4, at: 1_000) == 4)
  }

  @Test("A request that is cancelled leaves the read to one that waits, for all that wait")
  func cancellation() async throws {
    let first = Task { try await ask(1) }
    await gate.waitForOne()
    let others = (2...3).map { number in Task { try await ask(number) } }
    while read.waitingCount < others.count { await Task.yield() }
    first.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await first.value }
    let values = [try await others[0].value, try await others[1].value]
    #expect(values == [2, 2] || values == [3, 3])
  }

  @Test("A failure is told to all who wait, and is not kept")
  func failures() async throws {
    let first = Task {
      try await read.value(at: Timestamp(clamping: 0)) {
        await gate.pass()
        throw Failed()
      }
    }
    await gate.waitForOne()
    let second = Task { try await ask(2) }
    while read.waitingCount < 1 { await Task.yield() }
    gate.open()
    await #expect(throws: Failed.self) { try await first.value }
    await #expect(throws: Failed.self) { try await second.value }
    #expect(try await ask(3) == 3)
  }

  private struct Failed: Error {}
}
