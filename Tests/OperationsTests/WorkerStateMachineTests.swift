import Testing

@testable import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct WorkerStateMachineTests {
  private static let deadlines = WorkerStateMachine.Deadlines(leave: .seconds(25))

  /// Workers whose slots are taken by 100, 101, ... and serve.
  private static func serving(_ count: Int) -> WorkerStateMachine {
    var stateMachine = WorkerStateMachine(slots: count, deadlines: deadlines)
    _ = stateMachine.takeTime(.zero)
    for slot in 0..<count { stateMachine.started(pid_t(100 + slot), at: slot, now: .zero) }
    for slot in 0..<count { _ = stateMachine.ready(pid_t(100 + slot), now: .seconds(1)) }
    return stateMachine
  }

  private static func reports(_ actions: [WorkerStateMachine.Action]) -> [WorkerEvent] {
    actions.compactMap { if case .report(let event) = $0 { event } else { nil } }
  }

  private static func orders(_ actions: [WorkerStateMachine.Action]) -> [WorkerStateMachine.Action]
  {
    actions.filter { if case .report = $0 { false } else { true } }
  }

  @Test func itAnnouncesOnceAndWhenAllServe() {
    var stateMachine = WorkerStateMachine(slots: 2, deadlines: Self.deadlines)
    #expect(stateMachine.takeTime(.zero) == [.start(slot: 0), .start(slot: 1)])
    stateMachine.started(100, at: 0, now: .zero)
    stateMachine.started(101, at: 1, now: .zero)
    #expect(Self.orders(stateMachine.ready(101, now: .zero)).isEmpty)
    #expect(Self.orders(stateMachine.ready(100, now: .zero)) == [.announce])
    #expect(stateMachine.phase == .serving)
    #expect(Self.orders(stateMachine.ready(100, now: .zero)).isEmpty)
    #expect(stateMachine.nextDeadline == nil)
  }

  @Test("A dead worker is followed at once, but the sixth in a row only after a second")
  func restarts() {
    var stateMachine = Self.serving(2)
    var now = Duration.seconds(100)
    for death in 1...8 {
      let process = pid_t(death == 1 ? 101 : 200 + death)
      _ = stateMachine.ended(process, how: "signal 9", now: now)
      let pause: Duration = death <= 5 ? .zero : .seconds(1)
      #expect(stateMachine.nextDeadline == now + pause, "death \(death)")
      if pause > .zero { #expect(stateMachine.takeTime(now).isEmpty) }
      now += pause
      #expect(stateMachine.takeTime(now) == [.start(slot: 1)])
      stateMachine.started(pid_t(200 + death + 1), at: 1, now: now)
      _ = stateMachine.ready(pid_t(200 + death + 1), now: now)
    }
    // Whoever has served for long is not the same trouble.
    now += RestartPace.steady
    _ = stateMachine.ended(209, how: "signal 9", now: now)
    #expect(stateMachine.takeTime(now) == [.start(slot: 1)])
  }

  @Test func onlyTheSeatThatDiesWaits() {
    var stateMachine = Self.serving(2)
    for death in 0..<6 {
      _ = stateMachine.ended(pid_t(death == 0 ? 100 : 300 + death), how: "", now: .seconds(2))
      _ = stateMachine.takeTime(.seconds(2))
      stateMachine.started(pid_t(300 + death + 1), at: 0, now: .seconds(2))
    }
    _ = stateMachine.ended(101, how: "", now: .seconds(2))
    #expect(stateMachine.takeTime(.seconds(2)) == [.start(slot: 1)])
  }

  @Test("A worker that dies at its start is told after five times, and tried on")
  func failingSeat() {
    var stateMachine = WorkerStateMachine(slots: 2, deadlines: Self.deadlines)
    var now = Duration.zero
    _ = stateMachine.takeTime(now)
    stateMachine.started(100, at: 0, now: now)
    _ = stateMachine.ready(100, now: now)
    var reports: [WorkerEvent] = []
    var orders: [WorkerStateMachine.Action] = []
    for attempt in 1...7 {
      stateMachine.started(pid_t(200 + attempt), at: 1, now: now)
      _ = stateMachine.refused(pid_t(200 + attempt), CommandError(.unavailable, "no luck"))
      let actions = stateMachine.ended(pid_t(200 + attempt), how: "exit status 69", now: now)
      reports += Self.reports(actions).filter { if case .workerFails = $0 { true } else { false } }
      orders += Self.orders(actions)
      now = stateMachine.nextDeadline ?? now
      #expect(stateMachine.takeTime(now) == [.start(slot: 1)])
    }
    #expect(reports == [.workerFails(slot: 1, reason: "no luck")])
    // The other one serves, and that is told to the world.
    #expect(orders == [.announce])
  }

  @Test func aServerWithoutAnyWorkerGivesUpAndSaysWhy() throws {
    var stateMachine = WorkerStateMachine(slots: 2, deadlines: Self.deadlines)
    var finish: [WorkerStateMachine.Action] = []
    for attempt in 1...5 {
      let now = stateMachine.nextDeadline ?? .zero
      for case .start(let slot) in stateMachine.takeTime(now) {
        stateMachine.started(pid_t(100 * (slot + 1) + attempt), at: slot, now: now)
      }
      for slot in 0...1 {
        let process = pid_t(100 * (slot + 1) + attempt)
        finish += Self.orders(stateMachine.ended(process, how: "signal 11", now: now))
      }
    }
    guard case .finish(.refused(let refusal)) = finish.first, finish.count == 1 else {
      Issue.record("\(finish)")
      return
    }
    #expect(refusal.description.contains("signal 11"))
  }

  @Test func aMistakeInTheConfigurationEndsTheStartAtOnce() {
    var stateMachine = WorkerStateMachine(slots: 2, deadlines: Self.deadlines)
    stateMachine.started(100, at: 0, now: .zero)
    let refusal = CommandError(.configuration, "--tls-key: no such file")
    #expect(stateMachine.refused(100, refusal) == [.finish(.refused(refusal))])
    // Later it is one worker's trouble, and the others serve on.
    var running = Self.serving(2)
    _ = running.ended(101, how: "", now: .seconds(9))
    running.started(102, at: 1, now: .seconds(9))
    #expect(running.refused(102, refusal).isEmpty)
  }

  @Test func aWorkerThatHangsAtItsStartIsKilled() {
    var stateMachine = WorkerStateMachine(slots: 1, deadlines: Self.deadlines)
    stateMachine.started(100, at: 0, now: .seconds(1))
    #expect(stateMachine.nextDeadline == .seconds(31))
    #expect(stateMachine.takeTime(.seconds(30)).isEmpty)
    #expect(stateMachine.takeTime(.seconds(31)) == [.kill(100)])
  }

  // MARK: Stopping

  @Test func sigtermClosesTheParentsListenerFirstAndWaitsForEverybody() {
    var stateMachine = Self.serving(2)
    let orders = Self.orders(stateMachine.received(SIGTERM, now: .seconds(2)))
    #expect(orders == [.closeListener, .tell(100, SIGTERM), .tell(101, SIGTERM)])
    #expect(stateMachine.received(SIGTERM, now: .seconds(3)).isEmpty)
    #expect(Self.orders(stateMachine.ended(100, how: "exit status 0", now: .seconds(3))).isEmpty)
    let last = stateMachine.ended(101, how: "exit status 0", now: .seconds(4))
    #expect(Self.orders(last) == [.finish(.stopped(isOrderly: true))])
  }

  @Test func whoeverOutstaysItsDeadlineIsKilled() {
    var stateMachine = Self.serving(1)
    _ = stateMachine.received(SIGTERM, now: .seconds(10))
    #expect(stateMachine.nextDeadline == .seconds(10 + 25 + 5))
    #expect(stateMachine.takeTime(.seconds(40)) == [.kill(100)])
    #expect(stateMachine.takeTime(.seconds(41)).isEmpty)
  }

  @Test func aSecondInterruptIsImpatience() {
    var stateMachine = Self.serving(1)
    #expect(Self.orders(stateMachine.received(SIGINT, now: .zero)).contains(.tell(100, SIGINT)))
    #expect(stateMachine.received(SIGINT, now: .zero) == [.finish(.abandoned(exitCode: 130))])
  }

  @Test func nobodyIsStartedAgainWhileStopping() {
    var stateMachine = Self.serving(2)
    _ = stateMachine.ended(101, how: "", now: .seconds(2))
    let orders = Self.orders(stateMachine.received(SIGTERM, now: .seconds(2)))
    #expect(orders == [.closeListener, .tell(100, SIGTERM)])
    #expect(stateMachine.takeTime(.seconds(9)).isEmpty)
    let last = stateMachine.ended(100, how: "exit status 0", now: .seconds(9))
    #expect(Self.orders(last) == [.finish(.stopped(isOrderly: true))])
  }

  @Test func sighupGoesToEverybodyAndEndsNobody() {
    var stateMachine = Self.serving(2)
    let orders = Self.orders(stateMachine.received(SIGHUP, now: .zero))
    #expect(orders == [.tell(100, SIGHUP), .tell(101, SIGHUP)])
    #expect(stateMachine.phase == .serving)
  }

  @Test func aCrashInTheDrainIsNoOrderlyLeave() {
    var stateMachine = Self.serving(2)
    _ = stateMachine.received(SIGTERM, now: .seconds(2))
    let first = stateMachine.ended(100, how: "signal 11", now: .seconds(3))
    #expect(first == [.report(.workerDied(process: 100, how: "signal 11"))])
    let last = stateMachine.ended(101, how: "exit status 0", now: .seconds(4))
    #expect(Self.reports(last) == [.workerLeft(process: 101, how: "exit status 0")])
    #expect(Self.orders(last) == [.finish(.stopped(isOrderly: false))])
  }

  // MARK: A system that is full

  @Test func whereNoProcessCanBeMadeAttemptsAreSecondsApart() {
    var stateMachine = WorkerStateMachine(slots: 2, deadlines: Self.deadlines)
    for attempt in 0..<4 {
      let now = RestartPace.pause * attempt
      #expect(stateMachine.takeTime(now) == [.start(slot: 0), .start(slot: 1)])
      #expect(Self.orders(stateMachine.cannotStart("no memory", at: 0, now: now)).isEmpty)
      #expect(Self.orders(stateMachine.cannotStart("no memory", at: 1, now: now)).isEmpty)
      #expect(stateMachine.takeTime(now).isEmpty)
      #expect(stateMachine.nextDeadline == now + RestartPace.pause)
    }
    let now = RestartPace.pause * 4
    _ = stateMachine.cannotStart("no memory", at: 0, now: now)
    let last = Self.orders(stateMachine.cannotStart("no memory", at: 1, now: now))
    let refusal = CommandError(.software, "no worker can start", because: "no memory")
    #expect(last == [.finish(.refused(refusal))])
  }
}
