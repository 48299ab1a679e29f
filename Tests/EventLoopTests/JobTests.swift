import Testing

@testable import EventLoop

@Suite struct JobTests {
  @Test func awaitedWorkStaysOnTheLoop() async throws {
    let loop = try PollerKind.systemLoop.get()
    let stayed = try await loop.run {
      var results = [loop.isCurrent]
      for _ in 0..<3 {
        await Task.yield()
        results.append(loop.isCurrent)
      }
      let sum = try await EventLoop.offload { 1 + 1 }
      results.append(loop.isCurrent && sum == 2)
      return results
    }
    #expect(stayed == [true, true, true, true, true])
    #expect(!loop.isCurrent)
  }

  @Test func whatIsCancelledAlreadyIsSoFromTheBeginning() async throws {
    let loop = try PollerKind.systemLoop.get()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var cancelled = 0
      for _ in 0..<5_000 where try await loop.run({ Task.isCancelled }) { cancelled += 1 }
      return cancelled
    }
    #expect(try await task.value == 5_000)
  }

  @Test func workIsCancelledWithWhoeverWaitsForIt() async throws {
    let loop = try PollerKind.systemLoop.get()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await loop.run {
        begin.finish()
        try await Task.sleep(for: .seconds(600))
      }
    }
    for await _ in begun {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func workFromElsewhereRunsInOrder() async throws {
    let loop = try PollerKind.systemLoop.get()
    let seen = OnLoop<[Int]>([])
    for number in 0..<1_000 { loop.execute { seen.value.append(number) } }
    #expect(try await loop.run { seen.value } == Array(0..<1_000))
  }

  @Test func manyTasksOnTwoLoopsAllFinish() async throws {
    let loops = [try PollerKind.systemLoop.get(), try PollerKind.otherLoop.get()]
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<2_000 {
        let (home, other) = (loops[number % 2], loops[(number + 1) % 2])
        group.addTask {
          try await home.run {
            let part = try await other.run { number }
            return home.isCurrent ? part : -1_000_000
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(total == 2_000 * 1_999 / 2)
  }

  @Test func anErrorOfOffloadedWorkArrives() async throws {
    let failure = EventLoopError(call: "open", code: 2)
    await #expect(throws: failure) { try await EventLoop.offload { throw failure } }
  }

  @Test func aYieldingTaskDoesNotStarveTheLoop() async throws {
    let loop = try PollerKind.systemLoop.get()
    let finished = OnLoop(false)
    let spinning = Task(executorPreference: loop) { while !finished.value { await Task.yield() } }
    loop.execute { finished.value = true }
    await spinning.value
    #expect(try await loop.run { finished.value })
  }

  final class Counter: EndOfTurn, @unchecked Sendable {
    var jobsSeen: [Int] = []
    var jobs = 0
    func endOfTurn() { jobsSeen.append(jobs) }
  }

  @Test func endOfTurnComesOnceAfterAllReadyJobs() async throws {
    let loop = try PollerKind.systemLoop.get()
    let counter = Counter()
    loop.execute {
      loop.atEndOfTurn(counter)
      for _ in 0..<10 {
        Task(executorPreference: loop) {
          await Task.yield()
          counter.jobs += 1
        }
      }
    }
    while try await loop.run({ counter.jobs }) < 10 {}
    #expect(try await loop.run { counter.jobsSeen } == [10])
  }

  final class Ending: EndOfTurn, @unchecked Sendable {
    var hasCome = false
    func endOfTurn() { hasCome = true }
  }

  /// One connection that always has its next request ready must not hold up what others wrote.
  @Test func endOfTurnComesAlthoughATaskNeverRests() async throws {
    let loop = try PollerKind.systemLoop.get()
    let ending = Ending()
    let yieldsMax = 100_000
    let yields = try await loop.run {
      loop.atEndOfTurn(ending)
      var yields = 0
      while !ending.hasCome, yields < yieldsMax {
        await Task.yield()
        yields += 1
      }
      return yields
    }
    #expect(yields < yieldsMax)
  }
}
