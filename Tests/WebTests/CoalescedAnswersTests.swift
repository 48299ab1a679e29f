import HTTP
import Synchronization
import Testing

@testable import Web

@Suite(.timeLimit(.minutes(1)))
struct CoalescedAnswersTests {
  private struct Question: Hashable {
    var name = "a"
  }

  /// Makes answers that are numbered, and lets each end only when it is told to.
  private final class Kitchen: Sendable {
    private struct State {
      var begun = 0
      var open = 0
      var waiters: [(number: Int, caller: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// How many were begun.
    var begun: Int { state.withLock { $0.begun } }

    func make() async -> CachedBody {
      let number = state.withLock { state in
        state.begun += 1
        return state.begun
      }
      await withCheckedContinuation { caller in
        let isOpen = state.withLock { state in
          if number <= state.open { return true }
          state.waiters.append((number, caller))
          return false
        }
        if isOpen { caller.resume() }
      }
      return CachedBody([UInt8(number)], tag: "\(number)")
    }

    /// Lets the answers up to this number end.
    func open(upTo number: Int) {
      let callers = state.withLock { state in
        state.open = number
        defer { state.waiters.removeAll { $0.number <= number } }
        return state.waiters.filter { $0.number <= number }.map(\.caller)
      }
      for caller in callers { caller.resume() }
    }

    /// Waits until so many were begun.
    func waitUntilBegun(_ count: Int) async {
      while begun < count { await Task.yield() }
    }
  }

  private static let problem = Problem(.badRequest, "sour", "It has gone off.")

  @Test("What many ask while it is under way is made once more for all of them")
  func oneMoreForAll() async throws {
    let (shared, kitchen) = (CoalescedAnswers<Question>(), Kitchen())
    async let first = shared(Question()) { await kitchen.make() }
    await kitchen.waitUntilBegun(1)
    let others = await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { try? await shared(Question()) { await kitchen.make() }.tag }
      }
      await shared.waitUntilWaiting(50)
      kitchen.open(upTo: 2)
      return await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(try await first.tag == "1")
    #expect(others == Array(repeating: "2", count: 50))
    kitchen.open(upTo: .max)
    let later = try await shared(Question()) { await kitchen.make() }
    #expect(later.tag == "3")
  }

  @Test("Who asks while an answer is under way gets one that was begun after that")
  func neverOlderThanTheCall() async throws {
    let (shared, kitchen) = (CoalescedAnswers<Question>(), Kitchen())
    async let early = shared(Question()) { await kitchen.make() }
    await kitchen.waitUntilBegun(1)
    async let late = shared(Question()) { await kitchen.make() }
    await shared.waitUntilWaiting(1)
    #expect(kitchen.begun == 1)
    kitchen.open(upTo: 2)
    #expect(try await early.tag == "1")
    #expect(try await late.tag == "2")
  }

  @Test func anotherQuestionIsAnotherAnswer() async throws {
    let (shared, kitchen) = (CoalescedAnswers<Question>(), Kitchen())
    async let first = shared(Question(name: "a")) { await kitchen.make() }
    await kitchen.waitUntilBegun(1)
    async let second = shared(Question(name: "b")) { await kitchen.make() }
    await kitchen.waitUntilBegun(2)
    kitchen.open(upTo: 2)
    #expect(try await Set([first.tag, second.tag]) == ["1", "2"])
  }

  /// Makes one after the other, of which the second fails, for all who came during the first.
  private static func failing(
    _ problem: Problem
  ) async throws -> (codes: [String], later: String, made: Int) {
    let (shared, kitchen) = (CoalescedAnswers<Question>(), Kitchen())
    async let first = shared(Question()) { await kitchen.make() }
    await kitchen.waitUntilBegun(1)
    let codes = await withTaskGroup { group in
      for _ in 0..<10 {
        group.addTask { () -> String in
          do {
            return try await shared(Question()) {
              guard await kitchen.make().tag == "2" else { return CachedBody([], tag: "fresh") }
              throw problem
            }.tag
          } catch { return Problem(of: error).code }
        }
      }
      await shared.waitUntilWaiting(10)
      kitchen.open(upTo: 1)
      await kitchen.waitUntilBegun(2)
      kitchen.open(upTo: .max)
      return await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(try await first.tag == "1")
    let later = try await shared(Question()) { await kitchen.make() }.tag
    return (codes, later, kitchen.begun)
  }

  @Test("A failure is told to all who wait for that answer, and to nobody after them")
  func sharedFailure() async throws {
    let (codes, later, made) = try await Self.failing(Self.problem)
    #expect(codes == Array(repeating: "sour", count: 10))
    #expect(made == 3)
    #expect(later == "3")
  }

  @Test("Who is cancelled leaves the others, who wait for the same answer, theirs")
  func cancelledMaker() async throws {
    let (shared, kitchen) = (CoalescedAnswers<Question>(), Kitchen())
    let first = Task { try await shared(Question()) { await kitchen.make() } }
    await kitchen.waitUntilBegun(1)
    let others = (0..<5).map { _ in
      Task { () -> String in
        do {
          return try await shared(Question()) {
            let made = await kitchen.make()
            if Task.isCancelled { throw Self.problem }
            return made
          }.tag
        } catch { return Problem(of: error).code }
      }
    }
    await shared.waitUntilWaiting(5)
    kitchen.open(upTo: 1)
    await kitchen.waitUntilBegun(2)
    #expect(try await first.value.tag == "1")
    // Only the one who makes it can be cancelled in the middle of that; the others only wait.
    others.forEach { $0.cancel() }
    kitchen.open(upTo: .max)
    var tags: [String] = []
    for other in others { tags.append(await other.value) }
    // Otherwise the second one's failure would have been that of all five.
    #expect(tags == Array(repeating: "sour", count: 5))
    #expect(kitchen.begun == 6)
  }

  @Test("A refusal for want of the database is told also to those who came later")
  func sharedRefusal() async throws {
    let (shared, kitchen) = (CoalescedAnswers<Question>(), Kitchen())
    let first = Task { () -> String in
      do {
        return try await shared(Question()) {
          _ = await kitchen.make()
          throw Problem(.serviceUnavailable, "away", "Come back later.")
        }.tag
      } catch { return Problem(of: error).code }
    }
    await kitchen.waitUntilBegun(1)
    let second = Task { () -> String in
      do {
        return try await shared(Question()) { await kitchen.make() }.tag
      } catch { return Problem(of: error).code }
    }
    await shared.waitUntilWaiting(1)
    kitchen.open(upTo: .max)
    #expect(await first.value == "away")
    #expect(await second.value == "away")
    #expect(kitchen.begun == 1)
  }
}

extension CoalescedAnswers {
  fileprivate func waitUntilWaiting(_ count: Int) async {
    while waitingCount < count { await Task.yield() }
  }
}
