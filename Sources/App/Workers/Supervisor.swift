import EventLoop
import Foundation
import HTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Does what a `Crew` decides: starts workers, hears them, tells them, buries them.
///
/// Everything happens on one thread of its own that waits in poll(2); only signals come from
/// elsewhere, through a channel. The parent serves nothing, so it needs no loop.
final class Supervisor: @unchecked Sendable {
  /// What does not change while it runs.
  struct Settings: Sendable {
    var workers: Int
    var deadlines: Crew.Deadlines
    var brief: WorkerBrief
    var program: ProgramFile
    var listener: ListeningSocket
    /// The data directory's, to be handed over.
    var lock: Int32?
    /// An external database's text, to be handed over.
    var externalDatabase: String?
    /// What all workers share; nil when the system gives none in a hand-over.
    var memory: WorkerMemory?
    /// In which the workers see how many connections each has; nil when there is one.
    var board: SharedMemory?
    var announce: @Sendable () -> Void
  }

  let settings: Settings
  let log: EventLog
  var crew: Crew
  /// By process number.
  var children: [pid_t: Child] = [:]
  /// The new program's rehearsal, while there is one.
  var rehearsal: Rehearsal?
  let wake: (ours: LineChannel, theirs: LineChannel)
  private let origin = ContinuousClock.now
  private var outcome: Crew.Outcome?
  var isListenerOpen = true

  /// A process of ours and what it has begun to say.
  struct Child {
    let channel: LineChannel
    var unfinishedLine: [UInt8] = []
    /// Nil for those of the program before us, and for a rehearsal.
    var seat: Int?
  }

  /// - Parameter handOver: what the program before us has left, when there was one.
  init(_ settings: Settings, _ handOver: HandOverState?, _ log: EventLog) throws(Refusal) {
    guard let wake = LineChannel.pair() else {
      throw Refusal(.unavailable, "cannot make a socket", because: String(cString: strerror(errno)))
    }
    self.wake = wake
    self.settings = settings
    self.log = log
    let old = handOver?.workers ?? []
    let (staying, leaving) = (old.filter { !$0.isLeaving }, old.filter(\.isLeaving))
    crew =
      handOver == nil
      ? Crew(seats: settings.workers, deadlines: settings.deadlines)
      : Crew(
        seats: settings.workers, after: staying.map(\.process), leaving: leaving.map(\.process),
        deadlines: settings.deadlines)
    for worker in old {
      children[worker.process] = Child(channel: LineChannel(descriptor: worker.channel))
    }
  }

  /// Hands a signal over; may be called from any thread.
  func receive(_ signal: Int32) { wake.theirs.tell(signal) }

  /// Runs until everything has ended.
  ///
  /// - Parameter obstacle: why no worker of this program can be started, after a hand-over.
  func run(obstacle: String?) async -> Crew.Outcome {
    await withUnsafeContinuation { continuation in
      let thread = Thread { [self] in continuation.resume(returning: work(obstacle)) }
      thread.name = "moa.supervisor"
      thread.start()
    }
  }

  // MARK: On the thread

  var now: Duration { ContinuousClock.now - origin }

  private func work(_ obstacle: String?) -> Crew.Outcome {
    if let obstacle { perform(crew.cannotFollow(obstacle, now: now)) }
    while true {
      perform(crew.takeTime(now))
      if let rehearsal, rehearsal.deadline <= now { endRehearsal(failure: "it does not answer") }
      if let outcome { return ended(outcome) }
      hear()
    }
  }

  private func ended(_ outcome: Crew.Outcome) -> Crew.Outcome {
    for (process, child) in children {
      kill(process, SIGKILL)
      _ = ChildProcess.bury(process)
      child.channel.close()
    }
    if isListenerOpen { settings.listener.closeDescriptor() }
    settings.listener.removeFile()
    return outcome
  }

  /// Waits until somebody says something or something is due.
  private func hear() {
    let processes = Array(children.keys)
    var watched = [pollfd(fd: wake.ours.descriptor, events: Int16(POLLIN), revents: 0)]
    watched += processes.compactMap { children[$0]?.channel }
      .map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let deadline = [crew.nextDeadline, rehearsal?.deadline].compactMap { $0 }.min()
    let wait = deadline.map { max(.zero, $0 - now) } ?? .seconds(3600)
    poll(&watched, nfds_t(watched.count), wait.pollMilliseconds)
    for signal in watched[0].revents != 0 ? wake.ours.received() ?? [] : [] {
      perform(crew.received(Int32(signal), now: now))
    }
    for (process, entry) in zip(processes, watched.dropFirst()) where entry.revents != 0 {
      hear(process)
    }
  }

  private func hear(_ process: pid_t) {
    guard let octets = children[process]?.channel.received() else { return }
    guard !octets.isEmpty else { return buried(process) }
    children[process]?.unfinishedLine += octets
    while let line = children[process]?.takeLine() { heard(line, from: process) }
  }

  private func heard(_ line: String, from process: pid_t) {
    guard rehearsal?.process != process else { return heardOfRehearsal(line) }
    switch WorkerWord(line: line) {
    case .ready: perform(crew.ready(process, now: now))
    case .refused(let refusal): perform(crew.refused(process, refusal))
    case nil: break
    }
  }

  private func buried(_ process: pid_t) {
    let how = ChildProcess.bury(process)
    let child = children.removeValue(forKey: process)
    child?.channel.close()
    if let seat = child?.seat, let board = settings.board {
      ConnectionBoard(board, workers: settings.workers, seat: seat)?.leave()
    }
    guard rehearsal?.process != process else { return endRehearsal(failure: how) }
    perform(crew.ended(process, how: how, now: now))
  }

  func perform(_ actions: [Crew.Action]) {
    for action in actions { perform(action) }
  }

  private func perform(_ action: Crew.Action) {
    switch action {
    case .start(let seat): start(seat)
    case .tell(let process, let signal): children[process]?.channel.tell(signal)
    case .kill(let process): kill(process, SIGKILL)
    case .announce: settings.announce()
    case .closeListener:
      isListenerOpen = false
      settings.listener.closeDescriptor()
    case .rehearse: rehearse()
    case .handOver: handOver()
    case .report(let event): log.report(.workers(event))
    case .finish(let outcome): self.outcome = outcome
    }
  }

  private func start(_ seat: Int) {
    // What was done for one seat of a list may have given the others away.
    guard crew.isDue(seat, now: now) else { return }
    var brief = settings.brief
    brief.sweeps = seat == 0
    brief.seat = seat
    var memories: [Int32] = []
    func place(of descriptor: Int32?) -> Int32? {
      guard let descriptor else { return nil }
      memories.append(descriptor)
      return Inheritance.firstDescriptor + 1 + Int32(memories.count)
    }
    brief.workerMemory = place(of: settings.memory?.descriptor)
    brief.connectionBoard = place(of: settings.board?.descriptor)
    let additions = [
      "LISTEN_FDS=1", ChildProcess.listenProcess,
      "\(Inheritance.channelVariable)=\(Inheritance.firstDescriptor + 1)",
    ]
    let started = spawn(
      settings.program.worker, saying: try? JSONEncoder().encode(brief), additions,
      settings.listener.descriptor, memories)
    guard let started else {
      let reason = String(cString: strerror(errno))
      return perform(crew.cannotStart(reason, at: seat, now: now))
    }
    children[started]?.seat = seat
    crew.started(started, at: seat, now: now)
  }

  /// Starts a child that finds `listener`, if any, then its end of a channel with a line in it, and
  /// then `memories`.
  func spawn(
    _ program: String, saying line: Data?, _ additions: [String], _ listener: Int32?,
    _ memories: [Int32] = []
  ) -> pid_t? {
    guard let line, let (ours, theirs) = LineChannel.pair() else { return nil }
    defer { theirs.close() }
    let descriptors = [listener, theirs.descriptor].compactMap { $0 } + memories
    guard ours.say(line),
      let process = ChildProcess.start(program, additions, descriptors: descriptors)
    else {
      ours.close()
      return nil
    }
    children[process] = Child(channel: ours)
    return process
  }
}

extension Supervisor.Child {
  /// The next whole line, without its end. One that never ends is dropped.
  fileprivate mutating func takeLine() -> String? {
    guard let end = unfinishedLine.firstIndex(of: UInt8(ascii: "\n")) else {
      if unfinishedLine.count > LineChannel.lineOctetsMax { unfinishedLine = [] }
      return nil
    }
    defer { unfinishedLine.removeFirst(end + 1) }
    return String(decoding: unfinishedLine[..<end], as: UTF8.self)
  }
}

extension Duration {
  /// Rounded up, so that whatever is waited for is due afterwards.
  fileprivate var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    let milliseconds = min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    return self <= .zero ? 0 : Int32(clamping: milliseconds)
  }
}
