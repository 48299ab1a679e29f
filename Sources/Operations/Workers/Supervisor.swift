import EventLoop
package import HTTPServer
import LocalPostgres

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Carries out the decisions of a `WorkerStateMachine`: starts workers, reads their messages,
/// signals them and reaps them.
///
/// Everything happens on one thread that waits in poll(2); only signals come from other threads,
/// through a channel. The parent serves nothing, so it needs no loop.
package final class Supervisor: @unchecked Sendable {
  /// The values that do not change while it runs.
  package struct Settings: Sendable {
    var workers: Int
    var deadlines: WorkerStateMachine.Deadlines
    var workerConfiguration: WorkerConfiguration
    var listener: ListeningSocket
    /// The memory that all workers share.
    var memory: WorkerMemory
    var systemd: SystemdNotifier
    /// The descriptor of the memory for metrics; nil without metrics.
    var metrics: Int32?
    /// Called when all serve.
    var announce: @Sendable () -> Void
    var report: @Sendable (WorkerEvent) -> Void
    /// Called at each end of a worker, with its slot.
    var ended: @Sendable (Int) -> Void

    package init(
      workers: Int, deadlines: WorkerStateMachine.Deadlines,
      workerConfiguration: WorkerConfiguration, listener: ListeningSocket, memory: WorkerMemory,
      systemd: SystemdNotifier, metrics: Int32?, announce: @escaping @Sendable () -> Void,
      report: @escaping @Sendable (WorkerEvent) -> Void, ended: @escaping @Sendable (Int) -> Void
    ) {
      self.workers = workers
      self.deadlines = deadlines
      self.workerConfiguration = workerConfiguration
      self.listener = listener
      self.memory = memory
      self.systemd = systemd
      self.metrics = metrics
      self.announce = announce
      self.report = report
      self.ended = ended
    }
  }

  private let settings: Settings
  private var stateMachine: WorkerStateMachine
  /// By process number.
  private var children: [pid_t: Child] = [:]
  private let wake: (ours: ControlSocket, theirs: ControlSocket)
  private let origin = ContinuousClock.now
  private var outcome: WorkerStateMachine.Outcome?
  private var isListenerOpen = true

  /// A child process, and the beginning of its next message.
  fileprivate struct Child {
    let channel: ControlSocket
    let slot: Int
    var unfinishedLine: [UInt8] = []
  }

  package init(_ settings: Settings) throws(CommandError) {
    guard let wake = ControlSocket.pair() else {
      throw CommandError(
        .unavailable, "cannot make a socket", because: String(cString: strerror(errno)))
    }
    self.wake = wake
    self.settings = settings
    stateMachine = WorkerStateMachine(slots: settings.workers, deadlines: settings.deadlines)
  }

  /// Passes a signal on; may be called from any thread.
  package func receive(_ signal: Int32) { wake.theirs.tell(signal) }

  /// Runs until everything has ended.
  package func run() async -> WorkerStateMachine.Outcome {
    await withUnsafeContinuation { continuation in
      OwnProcess.startThread("moa.supervisor") { [self] in
        continuation.resume(returning: work())
      }
    }
  }

  // MARK: On the thread

  private var now: Duration { ContinuousClock.now - origin }

  private func work() -> WorkerStateMachine.Outcome {
    while true {
      settings.systemd.tellAlive()
      perform(stateMachine.takeTime(now))
      if let outcome { return ended(outcome) }
      hear()
    }
  }

  private func ended(_ outcome: WorkerStateMachine.Outcome) -> WorkerStateMachine.Outcome {
    for (process, child) in children {
      kill(process, SIGKILL)
      _ = ChildProcess.bury(process)
      child.channel.close()
    }
    if isListenerOpen { settings.listener.closeDescriptor() }
    settings.listener.removeFile()
    return outcome
  }

  /// Waits until a message arrives or something is due.
  private func hear() {
    let processes = Array(children.keys)
    var watched = [pollfd(fd: wake.ours.descriptor, events: Int16(POLLIN), revents: 0)]
    watched += processes.compactMap { children[$0]?.channel }
      .map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let due = stateMachine.nextDeadline.map { max(.zero, $0 - now) } ?? .seconds(3600)
    let wait = min(due, settings.systemd.aliveInterval ?? due)
    poll(&watched, nfds_t(watched.count), wait.pollMilliseconds)
    for signal in watched[0].revents != 0 ? wake.ours.received() ?? [] : [] {
      if signal == SIGTERM || signal == SIGINT { settings.systemd.tell(.stopping) }
      perform(stateMachine.received(Int32(signal), now: now))
    }
    for (process, entry) in zip(processes, watched.dropFirst()) where entry.revents != 0 {
      hear(process)
    }
  }

  private func hear(_ process: pid_t) {
    guard let bytes = children[process]?.channel.received() else { return }
    guard !bytes.isEmpty else { return buried(process) }
    children[process]?.unfinishedLine += bytes
    while let line = children[process]?.takeLine() { heard(line, from: process) }
  }

  private func heard(_ line: String, from process: pid_t) {
    switch WorkerWord(line: line) {
    case .ready: perform(stateMachine.ready(process, now: now))
    case .refused(let refusal): perform(stateMachine.refused(process, refusal))
    case nil: break
    }
  }

  private func buried(_ process: pid_t) {
    let how = ChildProcess.bury(process)
    let child = children.removeValue(forKey: process)
    child?.channel.close()
    if let child {
      settings.memory.connectionCounts(slot: child.slot).leave()
      settings.ended(child.slot)
    }
    perform(stateMachine.ended(process, how: how, now: now))
  }

  private func perform(_ actions: [WorkerStateMachine.Action]) {
    for action in actions { perform(action) }
  }

  private func perform(_ action: WorkerStateMachine.Action) {
    switch action {
    case .start(let slot): start(slot)
    case .tell(let process, let signal): children[process]?.channel.tell(signal)
    case .kill(let process): kill(process, SIGKILL)
    case .announce: settings.announce()
    case .closeListener:
      isListenerOpen = false
      settings.listener.closeDescriptor()
    case .report(let event): settings.report(event)
    case .finish(let outcome): self.outcome = outcome
    }
  }

  private func start(_ slot: Int) {
    var workerConfiguration = settings.workerConfiguration
    workerConfiguration.sweeps = slot == 0
    workerConfiguration.slot = slot
    workerConfiguration.memory = Inheritance.firstDescriptor + 2
    workerConfiguration.metrics = settings.metrics.map { _ in Inheritance.firstDescriptor + 3 }
    let additions =
      [
        "LISTEN_FDS=1", ChildProcess.listenProcess,
        "\(Inheritance.channelVariable)=\(Inheritance.firstDescriptor + 1)",
      ] + ChildProcess.allocation(OwnProcess.environment)
    guard let process = spawn(at: slot, workerConfiguration, additions) else {
      let reason = String(cString: strerror(errno))
      return perform(stateMachine.cannotStart(reason, at: slot, now: now))
    }
    stateMachine.started(process, at: slot, now: now)
  }

  /// Starts a worker that finds the listener, its end of a channel with the configuration in it,
  /// and the memory.
  private func spawn(
    at slot: Int, _ workerConfiguration: WorkerConfiguration, _ additions: [String]
  ) -> pid_t? {
    guard let line = try? JSONEncoder().encode(workerConfiguration),
      let (ours, theirs) = ControlSocket.pair()
    else { return nil }
    defer { theirs.close() }
    let metrics = settings.metrics.map { [$0] } ?? []
    let descriptors =
      [settings.listener.descriptor, theirs.descriptor, settings.memory.descriptor] + metrics
    guard ours.say(line),
      let process = ChildProcess.start(ChildProcess.ownImage, additions, descriptors: descriptors)
    else {
      ours.close()
      return nil
    }
    children[process] = Child(channel: ours, slot: slot)
    return process
  }
}

extension Supervisor.Child {
  /// The next whole line, without its end. One that never ends is dropped.
  fileprivate mutating func takeLine() -> String? {
    guard let end = unfinishedLine.firstIndex(of: UInt8(ascii: "\n")) else {
      if unfinishedLine.count > ControlSocket.lineBytesMax { unfinishedLine = [] }
      return nil
    }
    defer { unfinishedLine.removeFirst(end + 1) }
    return String(decoding: unfinishedLine[..<end], as: UTF8.self)
  }
}

extension Duration {
  /// Rounded up, so that it is due afterwards.
  fileprivate var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    let milliseconds = min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    return self <= .zero ? 0 : Int32(clamping: milliseconds)
  }
}
