#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Knows the state of each worker, and decides what to do at each event. It carries nothing out: no
/// system call, no clock. Times are durations since a common instant.
///
/// A slot is a worker's place: a worker that dies is replaced. Workers that are told to leave have
/// no slot any more.
package struct WorkerStateMachine {
  /// Known by its process number; a process that was not buried yet keeps its number.
  struct Worker: Equatable {
    let process: pid_t
    var isServing: Bool
    /// When it was started, or began to serve.
    var since: Duration
  }

  struct Slot: Equatable {
    var worker: Worker?
    /// When the next worker is due, until it is started; nil while there is one.
    var startsAt: Duration?
    var pace = RestartPace()
    /// Workers in a row that died before they served.
    var failedStarts = 0
    /// The last worker's reason for that.
    var lastWords: String?
  }

  enum Phase: Equatable {
    /// Nothing was announced yet.
    case starting
    case serving
    case stopping
  }

  /// How long a worker may take, so that a hung one is found.
  package struct Deadlines: Equatable, Sendable {
    /// From its start until a worker serves: a hundred times the usual time.
    var start = Duration.seconds(30)
    /// From SIGTERM to the end of a worker that keeps its own deadlines.
    var leave: Duration

    package init(leave: Duration) { self.leave = leave }

    /// Added to that: a worker cuts connections at its deadline and needs a moment more.
    static let grace = Duration.seconds(5)
  }

  private(set) var slots: [Slot]
  private(set) var phase = Phase.starting
  /// Processes that were told to end, with the time when they are killed.
  private(set) var leaving: [pid_t: Duration] = [:]
  /// Whether a process has ended abnormally since the stop began.
  private var isDisorderly = false
  private let deadlines: Deadlines

  init(slots count: Int, deadlines: Deadlines) {
    slots = (0..<count).map { _ in Slot(startsAt: .zero) }
    self.deadlines = deadlines
  }

  /// When `takeTime` must be called again, or nil.
  var nextDeadline: Duration? {
    let starts = slots.compactMap(\.startsAt)
    let hangs = slots.compactMap(\.worker).filter { !$0.isServing }.map {
      $0.since + deadlines.start
    }
    return (starts + hangs + leaving.values).min()
  }

  // MARK: Events

  /// The worker for a slot was started.
  mutating func started(_ process: pid_t, at slot: Int, now: Duration) {
    guard slots.indices.contains(slot) else { return }
    slots[slot].worker = Worker(process: process, isServing: false, since: now)
    slots[slot].startsAt = nil
  }

  /// No process could be made for a slot. The worker is not at fault, and it may fail again
  /// quickly, so the next attempt is never immediate.
  mutating func cannotStart(_ reason: String, at slot: Int, now: Duration) -> [Action] {
    guard slots.indices.contains(slot) else { return [] }
    slots[slot].lastWords = reason
    let actions = emptied(slot, served: nil, now)
    slots[slot].startsAt = now + RestartPace.pause
    return actions
  }

  mutating func ready(_ process: pid_t, now: Duration) -> [Action] {
    guard let slot = slot(of: process) else { return [] }
    let took = now - (slots[slot].worker?.since ?? now)
    slots[slot].worker = Worker(process: process, isServing: true, since: now)
    slots[slot].failedStarts = 0
    return [.report(.workerServes(process: process, slot: slot, after: took))] + settled()
  }

  /// A worker reports why it cannot serve; its end follows.
  mutating func refused(_ process: pid_t, _ refusal: CommandError) -> [Action] {
    guard let slot = slot(of: process) else { return [] }
    slots[slot].lastWords = refusal.description
    // A mistake in the configuration is not fixed by trying again.
    guard phase == .starting, refusal.code == .configuration else { return [] }
    return [.finish(.refused(refusal))]
  }

  /// A process has ended; `how` is for the log.
  mutating func ended(_ process: pid_t, how: String, now: Duration) -> [Action] {
    if leaving.removeValue(forKey: process) != nil {
      guard how != ChildProcess.orderlyEnd else {
        return [.report(.workerLeft(process: process, how: how))] + finishedIfAlone
      }
      isDisorderly = isDisorderly || phase == .stopping
      return [.report(.workerDied(process: process, how: how))] + finishedIfAlone
    }
    guard let slot = slot(of: process), let worker = slots[slot].worker else { return [] }
    let served = worker.isServing ? now - worker.since : nil
    if served == nil, slots[slot].lastWords == nil { slots[slot].lastWords = how }
    return [.report(.workerDied(process: process, how: how))] + emptied(slot, served: served, now)
  }

  /// Handles the time: starts workers that are due, and kills those that are overdue.
  mutating func takeTime(_ now: Duration) -> [Action] {
    var actions: [Action] = []
    for index in slots.indices {
      if let start = slots[index].startsAt, start <= now {
        actions.append(.start(slot: index))
      }
      if let worker = slots[index].worker, !worker.isServing, now >= worker.since + deadlines.start
      {
        actions.append(.kill(worker.process))
        // Once is enough: its end is noticed anyway.
        slots[index].worker?.since = now
      }
    }
    for (process, deadline) in leaving where deadline <= now {
      actions.append(.kill(process))
      leaving[process] = now + deadlines.start
    }
    return actions
  }

  // MARK: Signals

  mutating func received(_ signal: Int32, now: Duration) -> [Action] {
    switch signal {
    case SIGHUP: [.report(.reloading)] + everybody.map { .tell($0, SIGHUP) }
    case SIGINT where phase == .stopping: [.finish(.abandoned(exitCode: 128 + SIGINT))]
    case _ where phase == .stopping: []
    default: stop(signal, now)
    }
  }

  private mutating func stop(_ signal: Int32, _ now: Duration) -> [Action] {
    phase = .stopping
    let told = everybody
    // The parent's copy is closed first: the last process to close a listener is a worker, which
    // serves its queue before.
    let actions: [Action] =
      [.report(.dismissing(signal: TerminationSignals.name(of: signal))), .closeListener]
      + told.map { .tell($0, signal) }
    dismiss(told, now)
    for index in slots.indices { slots[index] = Slot() }
    return actions + finishedIfAlone
  }

  // MARK: Conclusions

  /// Workers that serve or will serve, and were not told to leave.
  private var everybody: [pid_t] { slots.compactMap { $0.worker?.process } }

  private func slot(of process: pid_t) -> Int? {
    slots.firstIndex { $0.worker?.process == process }
  }

  private mutating func dismiss(_ processes: [pid_t], _ now: Duration) {
    for process in processes { leaving[process] = now + deadlines.leave + Deadlines.grace }
  }

  private var finishedIfAlone: [Action] {
    phase == .stopping && leaving.isEmpty ? [.finish(.stopped(isOrderly: !isDisorderly))] : []
  }

  /// Handles a slot that has lost its worker; `served` is nil when it never served.
  private mutating func emptied(_ slot: Int, served: Duration?, _ now: Duration) -> [Action] {
    slots[slot].worker = nil
    slots[slot].startsAt = now + slots[slot].pace.pauseAfterDeath(served: served ?? .zero)
    guard served == nil else { return [] }
    slots[slot].failedStarts += 1
    guard slots[slot].failedStarts == RestartPace.hastyMax else { return [] }
    let reason = slots[slot].lastWords ?? "unknown"
    let news = Action.report(.workerFails(slot: slot, reason: reason))
    return [news] + settled()
  }

  private func isSettled(_ slot: Slot) -> Bool {
    slot.worker?.isServing == true || slot.failedStarts >= RestartPace.hastyMax
  }

  /// Reports the start, or gives up, when the first worker of each slot serves or has failed.
  private mutating func settled() -> [Action] {
    guard phase == .starting, slots.allSatisfy(isSettled) else { return [] }
    guard slots.contains(where: { $0.worker?.isServing == true }) else {
      let reason = slots.compactMap(\.lastWords).last ?? "unknown"
      return [.finish(.refused(CommandError(.software, "no worker can start", because: reason)))]
    }
    phase = .serving
    return [.announce]
  }
}

extension WorkerStateMachine {
  /// An action for the parent.
  enum Action: Equatable {
    case start(slot: Int)
    /// A signal's number, by the worker's channel.
    case tell(pid_t, Int32)
    case kill(pid_t)
    /// The server serves.
    case announce
    case closeListener
    case report(WorkerEvent)
    case finish(Outcome)
  }

  /// How it ended.
  package enum Outcome: Equatable {
    /// As it was told to; not orderly if a process has died meanwhile.
    case stopped(isOrderly: Bool)
    case refused(CommandError)
    /// A second signal: nothing is waited for.
    case abandoned(exitCode: Int32)
  }
}

/// Events of the workers' parent.
package enum WorkerEvent: Sendable, Equatable {
  case workerServes(process: Int32, slot: Int, after: Duration)
  /// It was not told to end, so another one takes its slot.
  case workerDied(process: Int32, how: String)
  /// As it was asked to.
  case workerLeft(process: Int32, how: String)
  /// It has died at its start again and again. It is tried on, once a second.
  case workerFails(slot: Int, reason: String)
  /// SIGHUP: files are read again.
  case reloading
  case dismissing(signal: String)
}

/// How soon a worker that has died is started again.
///
/// At once, so that a crash costs a core for milliseconds; but a worker that dies again and again
/// would keep a core busy with starting it, and the log with nothing else.
struct RestartPace: Equatable {
  /// Deaths in a row that are answered at once.
  static let hastyMax = 5
  /// The pause after each further one.
  static let pause = Duration.seconds(1)
  /// A worker that has served for this long died of another cause than the one before.
  static let steady = Duration.seconds(10)

  private(set) var deaths = 0

  /// Notes a death after `served` of serving, and returns how long to wait.
  mutating func pauseAfterDeath(served: Duration) -> Duration {
    if served >= Self.steady { deaths = 0 }
    deaths += 1
    return deaths <= Self.hastyMax ? .zero : Self.pause
  }
}
