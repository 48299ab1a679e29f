import Testing

@testable import EventLoop

/// What is sent together.
@Suite struct SendingTests {
  /// Writes its name down when its turn comes.
  final class Noted: EndOfTurn, @unchecked Sendable {
    private let name: String
    private let notes: OnLoop<[String]>

    init(_ name: String, _ notes: OnLoop<[String]>) { (self.name, self.notes) = (name, notes) }

    func endOfTurn() { notes.value.append(name) }
  }

  /// What is noted in a turn in which `count` send, an end of turn waits, and a job goes on
  /// `rounds` times.
  private func notes(sending count: Int, rounds: Int) async throws -> [String] {
    let loop = try PollerKind.systemLoop.get()
    let notes = OnLoop<[String]>([])
    loop.execute {
      for number in 0..<count { loop.sendTogether(Noted("send \(number)", notes)) }
      loop.atEndOfTurn(Noted("end", notes))
      Task(executorPreference: loop) {
        for _ in 0..<rounds { await Task.yield() }
        notes.value.append("job")
      }
    }
    while try await loop.run({ notes.value.count }) < count + 2 {}
    return try await loop.run { notes.value }
  }

  @Test("Those who send come behind jobs and ends of turns, one behind the other")
  func behindAllElse() async throws {
    #expect(
      try await notes(sending: 7, rounds: 5)
        == ["job", "end"] + (0..<7).map { "send \($0)" })
  }

  @Test("Eight who send wait for nothing else that is ready")
  func eightDoNotWait() async throws {
    #expect(
      try await notes(sending: 8, rounds: 5)
        == (0..<8).map { "send \($0)" } + ["job", "end"])
  }

  @Test("However many jobs are ready, the ninth finds that those before it have sent")
  func notAllJobsFirst() async throws {
    let loop = try PollerKind.systemLoop.get()
    let notes = OnLoop<[String]>([])
    loop.execute {
      for number in 0..<20 {
        Task(executorPreference: loop) {
          notes.value.append("job \(number)")
          loop.sendTogether(Noted("send \(number)", notes))
        }
      }
    }
    while try await loop.run({ notes.value.count }) < 40 {}
    let told = try await loop.run { notes.value }
    #expect(told.firstIndex(of: "send 0") == 8, "\(told)")
    #expect(told.firstIndex(of: "send 8") == 24, "\(told)")
    #expect(told.suffix(4) == (16..<20).map { "send \($0)" }, "\(told)")
  }

  @Test("A task that never rests holds up nobody who sends")
  func nobodyStarves() async throws {
    let loop = try PollerKind.systemLoop.get()
    let notes = OnLoop<[String]>([])
    let yieldsMax = 100_000
    let yields = try await loop.run {
      loop.sendTogether(Noted("send", notes))
      var yields = 0
      while notes.value.isEmpty, yields < yieldsMax {
        await Task.yield()
        yields += 1
      }
      return yields
    }
    #expect(yields < yieldsMax)
  }
}
