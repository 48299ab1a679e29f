import Testing

@testable import App

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct CrewTests {
  private static let deadlines = Crew.Deadlines(start: .seconds(30), leave: .seconds(25))

  /// A crew whose seats are taken by 100, 101, ... and serve.
  private static func serving(_ count: Int) -> Crew {
    var crew = Crew(seats: count, deadlines: deadlines)
    _ = crew.takeTime(.zero)
    for seat in 0..<count { crew.started(pid_t(100 + seat), at: seat, now: .zero) }
    for seat in 0..<count { _ = crew.ready(pid_t(100 + seat), now: .seconds(1)) }
    return crew
  }

  private static func reports(_ actions: [Crew.Action]) -> [WorkerEvent] {
    actions.compactMap { if case .report(let event) = $0 { event } else { nil } }
  }

  private static func orders(_ actions: [Crew.Action]) -> [Crew.Action] {
    actions.filter { if case .report = $0 { false } else { true } }
  }

  @Test func itAnnouncesOnceAndWhenAllServe() {
    var crew = Crew(seats: 2, deadlines: Self.deadlines)
    #expect(crew.takeTime(.zero) == [.start(seat: 0), .start(seat: 1)])
    crew.started(100, at: 0, now: .zero)
    crew.started(101, at: 1, now: .zero)
    #expect(Self.orders(crew.ready(101, now: .zero)).isEmpty)
    #expect(Self.orders(crew.ready(100, now: .zero)) == [.announce])
    #expect(crew.phase == .serving)
    #expect(Self.orders(crew.ready(100, now: .zero)).isEmpty)
    #expect(crew.nextDeadline == nil)
  }

  @Test("A dead worker is followed at once, but the sixth in a row only after a second")
  func restarts() {
    var crew = Self.serving(2)
    var now = Duration.seconds(100)
    for death in 1...8 {
      let process = pid_t(death == 1 ? 101 : 200 + death)
      _ = crew.ended(process, how: "signal 9", now: now)
      let pause: Duration = death <= 5 ? .zero : .seconds(1)
      #expect(crew.nextDeadline == now + pause, "death \(death)")
      if pause > .zero { #expect(crew.takeTime(now).isEmpty) }
      now += pause
      #expect(crew.takeTime(now) == [.start(seat: 1)])
      crew.started(pid_t(200 + death + 1), at: 1, now: now)
      _ = crew.ready(pid_t(200 + death + 1), now: now)
    }
    // Whoever has served for long is not the same trouble.
    now += RestartPace.steady
    _ = crew.ended(209, how: "signal 9", now: now)
    #expect(crew.takeTime(now) == [.start(seat: 1)])
  }

  @Test func onlyTheSeatThatDiesWaits() {
    var crew = Self.serving(2)
    for death in 0..<6 {
      _ = crew.ended(pid_t(death == 0 ? 100 : 300 + death), how: "", now: .seconds(2))
      _ = crew.takeTime(.seconds(2))
      crew.started(pid_t(300 + death + 1), at: 0, now: .seconds(2))
    }
    _ = crew.ended(101, how: "", now: .seconds(2))
    #expect(crew.takeTime(.seconds(2)) == [.start(seat: 1)])
  }

  @Test("A worker that dies at its start is told after five times, and tried on")
  func failingSeat() {
    var crew = Crew(seats: 2, deadlines: Self.deadlines)
    var now = Duration.zero
    _ = crew.takeTime(now)
    crew.started(100, at: 0, now: now)
    _ = crew.ready(100, now: now)
    var reports: [WorkerEvent] = []
    var orders: [Crew.Action] = []
    for attempt in 1...7 {
      crew.started(pid_t(200 + attempt), at: 1, now: now)
      _ = crew.refused(pid_t(200 + attempt), Refusal(.unavailable, "no luck"))
      let actions = crew.ended(pid_t(200 + attempt), how: "exit status 69", now: now)
      reports += Self.reports(actions).filter { if case .workerFails = $0 { true } else { false } }
      orders += Self.orders(actions)
      now = crew.nextDeadline ?? now
      #expect(crew.takeTime(now) == [.start(seat: 1)])
    }
    #expect(reports == [.workerFails(seat: 1, reason: "no luck")])
    // The other one serves, and that is told to the world.
    #expect(orders == [.announce])
  }

  @Test func aServerWithoutAnyWorkerGivesUpAndSaysWhy() throws {
    var crew = Crew(seats: 2, deadlines: Self.deadlines)
    var finish: [Crew.Action] = []
    for attempt in 1...5 {
      let now = crew.nextDeadline ?? .zero
      for case .start(let seat) in crew.takeTime(now) {
        crew.started(pid_t(100 * (seat + 1) + attempt), at: seat, now: now)
      }
      for seat in 0...1 {
        let process = pid_t(100 * (seat + 1) + attempt)
        finish += Self.orders(crew.ended(process, how: "signal 11", now: now))
      }
    }
    guard case .finish(.refused(let refusal)) = finish.first, finish.count == 1 else {
      Issue.record("\(finish)")
      return
    }
    #expect(refusal.description.contains("signal 11"))
  }

  @Test func aMistakeInTheConfigurationEndsTheStartAtOnce() {
    var crew = Crew(seats: 2, deadlines: Self.deadlines)
    crew.started(100, at: 0, now: .zero)
    let refusal = Refusal(.configuration, "--tls-key: no such file")
    #expect(crew.refused(100, refusal) == [.finish(.refused(refusal))])
    // Later it is one worker's trouble, and the others serve on.
    var running = Self.serving(2)
    _ = running.ended(101, how: "", now: .seconds(9))
    running.started(102, at: 1, now: .seconds(9))
    #expect(running.refused(102, refusal).isEmpty)
  }

  @Test func aWorkerThatHangsAtItsStartIsKilled() {
    var crew = Crew(seats: 1, deadlines: Self.deadlines)
    crew.started(100, at: 0, now: .seconds(1))
    #expect(crew.nextDeadline == .seconds(31))
    #expect(crew.takeTime(.seconds(30)).isEmpty)
    #expect(crew.takeTime(.seconds(31)) == [.kill(100)])
  }

  // MARK: Stopping

  @Test func sigtermClosesTheParentsListenerFirstAndWaitsForEverybody() {
    var crew = Self.serving(2)
    let orders = Self.orders(crew.received(SIGTERM, now: .seconds(2)))
    #expect(orders == [.closeListener, .tell(100, SIGTERM), .tell(101, SIGTERM)])
    #expect(crew.received(SIGTERM, now: .seconds(3)).isEmpty)
    #expect(Self.orders(crew.ended(100, how: "exit status 0", now: .seconds(3))).isEmpty)
    let last = crew.ended(101, how: "exit status 0", now: .seconds(4))
    #expect(Self.orders(last) == [.finish(.stopped(isOrderly: true))])
  }

  @Test func whoeverOutstaysItsDeadlineIsKilled() {
    var crew = Self.serving(1)
    _ = crew.received(SIGTERM, now: .seconds(10))
    #expect(crew.nextDeadline == .seconds(10 + 25 + 5))
    #expect(crew.takeTime(.seconds(40)) == [.kill(100)])
    #expect(crew.takeTime(.seconds(41)).isEmpty)
  }

  @Test func aSecondInterruptIsImpatience() {
    var crew = Self.serving(1)
    #expect(Self.orders(crew.received(SIGINT, now: .zero)).contains(.tell(100, SIGINT)))
    #expect(crew.received(SIGINT, now: .zero) == [.finish(.abandoned(exitCode: 130))])
  }

  @Test func nobodyIsStartedAgainWhileStopping() {
    var crew = Self.serving(2)
    _ = crew.ended(101, how: "", now: .seconds(2))
    let orders = Self.orders(crew.received(SIGTERM, now: .seconds(2)))
    #expect(orders == [.closeListener, .tell(100, SIGTERM)])
    #expect(crew.takeTime(.seconds(9)).isEmpty)
    let last = crew.ended(100, how: "exit status 0", now: .seconds(9))
    #expect(Self.orders(last) == [.finish(.stopped(isOrderly: true))])
  }

  @Test func sighupGoesToEverybodyAndEndsNobody() {
    var crew = Self.serving(2)
    let orders = Self.orders(crew.received(SIGHUP, now: .zero))
    #expect(orders == [.tell(100, SIGHUP), .tell(101, SIGHUP)])
    #expect(crew.phase == .serving)
  }

  @Test func aCrashInTheDrainIsNoOrderlyLeave() {
    var crew = Self.serving(2)
    _ = crew.received(SIGTERM, now: .seconds(2))
    let first = crew.ended(100, how: "signal 11", now: .seconds(3))
    #expect(first == [.report(.workerDied(process: 100, how: "signal 11"))])
    let last = crew.ended(101, how: "exit status 0", now: .seconds(4))
    #expect(Self.reports(last) == [.workerLeft(process: 101, how: "exit status 0")])
    #expect(Self.orders(last) == [.finish(.stopped(isOrderly: false))])
  }

  // MARK: A system that is full

  @Test func whereNoProcessCanBeMadeAttemptsAreSecondsApart() {
    var crew = Crew(seats: 2, deadlines: Self.deadlines)
    for attempt in 0..<4 {
      let now = RestartPace.pause * attempt
      #expect(crew.takeTime(now) == [.start(seat: 0), .start(seat: 1)])
      #expect(Self.orders(crew.cannotStart("no memory", at: 0, now: now)).isEmpty)
      #expect(Self.orders(crew.cannotStart("no memory", at: 1, now: now)).isEmpty)
      #expect(crew.takeTime(now).isEmpty)
      #expect(crew.nextDeadline == now + RestartPace.pause)
    }
    let now = RestartPace.pause * 4
    _ = crew.cannotStart("no memory", at: 0, now: now)
    let last = Self.orders(crew.cannotStart("no memory", at: 1, now: now))
    let refusal = Refusal(.software, "no worker can start", because: "no memory")
    #expect(last == [.finish(.refused(refusal))])
  }
}
