import EventLoop
import Testing

@testable import HTTPServer

/// Which deadline runs, without a clock.
@Suite struct DeadlineTests {
  private static func time(_ nanoseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds)
  }

  @Test func aDeadlineIsDueOnce() {
    var deadline = Deadline()
    deadline.start(.idle, 10, from: Self.time(0))
    #expect(deadline.expire() == .idle)
    #expect(deadline.expire() == nil)
  }

  @Test func aRequestThatHasComeWithdrawsTheDeadlineForIt() {
    var deadline = Deadline()
    deadline.start(.head, 10, from: Self.time(0))
    deadline.withdraw()
    #expect(deadline.expire() == nil)
  }

  @Test func onlyOneDeadlineRuns() {
    var deadline = Deadline()
    deadline.start(.body, 10, from: Self.time(0))
    deadline.start(.lingering, 10, from: Self.time(0))
    #expect(deadline.expire() == .lingering)
  }

  /// A reader that outlives its handler has nothing to say about what runs now.
  @Test func whoWithdrawsItsOwnDeadlineLeavesTheNextOneAlone() {
    var deadline = Deadline()
    deadline.start(.idle, 10, from: Self.time(0))
    deadline.withdraw(.body)
    #expect(deadline.expire() == .idle)
  }

  @Test func bytesThatDripDoNotMoveADeadline() async throws {
    let times = try await Self.onALoop { deadline, now in
      deadline.startOnce(.head, .max / 4, from: now)
      let first = deadline.timer?.deadline
      deadline.startOnce(.head, .max / 2, from: now)
      return (first, deadline.timer?.deadline)
    }
    #expect(times.0 == times.1)
    #expect(times.0 != nil)
  }

  @Test func whatIsWaitedForNextHasADeadlineOfItsOwn() async throws {
    let times = try await Self.onALoop { deadline, now in
      deadline.startOnce(.idle, .max / 4, from: now)
      let first = deadline.timer?.deadline
      deadline.startOnce(.head, .max / 2, from: now)
      return (first, deadline.timer?.deadline)
    }
    #expect(times.0 != times.1)
  }

  private typealias Times = (MonotonicTime?, MonotonicTime?)

  /// Only a loop makes timers.
  private static func onALoop(
    _ body: @escaping @Sendable (inout Deadline, MonotonicTime) -> Times
  ) async throws -> Times {
    let loop = try ServerUnderTest.loop.get()
    return try await loop.run {
      var deadline = Deadline()
      deadline.timer = loop.makeTimer {}
      defer { deadline.timer?.cancel() }
      return body(&deadline, loop.now)
    }
  }
}
