import Testing

@testable import EventLoop

@Suite struct TimerTests {
  @Test func aTimerFiresOnceNotBeforeItsDeadline() async throws {
    let loop = try PollerKind.systemLoop.get()
    let fired = OnLoop<[MonotonicTime]>([])
    let timer = OnLoop<LoopTimer?>(nil)
    let deadline = try await loop.run {
      timer.value = loop.makeTimer { fired.value.append(.now()) }
      let deadline = MonotonicTime.now().advanced(by: .milliseconds(20))
      timer.value?.arm(at: deadline)
      return deadline
    }
    try await Task.sleep(for: .milliseconds(120))
    let times = try await loop.run { fired.value }
    #expect(times.count == 1)
    #expect(times.allSatisfy { $0 >= deadline })
  }

  @Test func laterEarlierAndCancelledDeadlinesAreKept() async throws {
    let loop = try PollerKind.systemLoop.get()
    let order = OnLoop<[String]>([])
    let timers = OnLoop<[LoopTimer]>([])
    try await loop.run {
      let start = MonotonicTime.now()
      func make(_ name: String, _ milliseconds: Int) -> LoopTimer {
        let timer = loop.makeTimer { order.value.append(name) }
        timer.arm(at: start.advanced(by: .milliseconds(milliseconds)))
        timers.value.append(timer)
        return timer
      }
      let late = make("late", 10)
      let early = make("early", 500)
      let never = make("never", 20)
      _ = make("middle", 60)
      late.arm(at: start.advanced(by: .milliseconds(110)))
      early.arm(at: start.advanced(by: .milliseconds(15)))
      never.cancel()
    }
    try await Task.sleep(for: .milliseconds(250))
    #expect(try await loop.run { order.value } == ["early", "middle", "late"])
  }

  @Test("A pause lasts its time, also in a task that is cancelled")
  func cancelledPause() async throws {
    let loop = try PollerKind.systemLoop.get()
    let waiting = Task {
      try await loop.run {
        let start = loop.now
        await loop.pause(for: .milliseconds(50))
        return MonotonicTime.now() - start
      }
    }
    waiting.cancel()
    #expect(try await waiting.value >= .milliseconds(50))
  }

  @Test func theHeapGivesOutEveryTimerInOrder() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let loop = try PollerKind.systemLoop.get()
    var heap = TimerHeap()
    var expected: [ObjectIdentifier: MonotonicTime] = [:]
    let timers = (0..<500).map { _ in LoopTimer(loop: loop) {} }
    for _ in 0..<5_000 {
      guard let timer = timers.randomElement(using: &random) else { continue }
      if Int.random(in: 0..<4, using: &random) == 0 {
        heap.cancel(timer)
        expected[ObjectIdentifier(timer)] = nil
      } else {
        let time = MonotonicTime(nanoseconds: .random(in: 0..<1_000, using: &random))
        heap.arm(timer, at: time)
        expected[ObjectIdentifier(timer)] = time
      }
    }
    for now in 0..<1_000 {
      while let timer = heap.popDue(at: MonotonicTime(nanoseconds: Int64(now))) {
        let time = expected.removeValue(forKey: ObjectIdentifier(timer))
        #expect(time == MonotonicTime(nanoseconds: Int64(now)), "seed \(seed)")
      }
    }
    #expect(expected.isEmpty, "seed \(seed)")
  }

  @Test func timesSaturateInsteadOfOverflowing() {
    let end = MonotonicTime(nanoseconds: .max)
    #expect(end.advanced(by: .seconds(1)) == end)
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.milliseconds(1_500).wholeNanoseconds == 1_500_000_000)
  }
}
