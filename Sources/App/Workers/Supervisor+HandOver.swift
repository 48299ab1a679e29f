import Foundation
import HTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// SIGUSR2: this process becomes the program that stands at its path by now.
///
/// In place, so that a supervisor such as systemd keeps its main process, and workers and
/// PostgreSQL their parent. Because there is no way back after exec, the new program first has to
/// show, in a child, that it can read these settings and this state.
extension Supervisor {
  struct Rehearsal {
    let process: pid_t
    let deadline: Duration
  }

  /// A program that only reads its settings needs a tenth of a second; on a machine with ten times
  /// the work it can do, seconds were seen. Nobody waits for it: the old workers serve.
  private static let rehearsalDeadline = Duration.seconds(30)

  func rehearse() {
    log.report(.workers(.handOverBegun(program: settings.program.path)))
    let line = try? JSONEncoder().encode(state(isRehearsal: true))
    let variable = "\(Inheritance.handOverVariable)=\(Inheritance.firstDescriptor)"
    guard let process = spawn(settings.program.path, saying: line, [variable], nil) else {
      return perform(crew.rehearsed(failure: String(cString: strerror(errno))))
    }
    rehearsal = Rehearsal(process: process, deadline: now + Self.rehearsalDeadline)
  }

  func heardOfRehearsal(_ line: String) {
    // Any other program would say nothing here, or not this.
    if WorkerWord(line: line) == .ready { endRehearsal(failure: nil) }
  }

  /// - Parameter failure: nil when the new program can take over.
  func endRehearsal(failure: String?) {
    guard let process = rehearsal?.process else { return }
    rehearsal = nil
    if let child = children.removeValue(forKey: process) {
      _ = ChildProcess.bury(process)
      child.channel.close()
    }
    let reason = failure.map { "\(settings.program.path) cannot take over: \($0)" }
    perform(crew.rehearsed(failure: reason))
  }

  private func state(isRehearsal: Bool) -> HandOverState {
    let leaving = crew.leaving
    let workers = crew.processes.compactMap { process in
      children[process].map {
        HandOverState.Worker(
          process: process, channel: $0.channel.descriptor, isLeaving: leaving[process] != nil)
      }
    }
    let file = settings.listener.file.map {
      HandOverState.ListenerFile(device: $0.device, node: $0.node, made: $0.made)
    }
    return HandOverState(
      isRehearsal: isRehearsal, listener: settings.listener.descriptor, listenerFile: file,
      isListenerOurs: settings.brief.isListenerOurs, lock: settings.lock,
      database: settings.externalDatabase, replica: settings.brief.replica,
      adminTokenDigest: settings.brief.adminTokenDigest,
      mommyTalkKeyDigest: settings.brief.mommyTalkKeyDigest,
      workerMemory: settings.memory?.descriptor, workers: workers)
  }

  /// Returns only when it fails.
  func handOver() {
    let state = state(isRehearsal: false)
    guard let (ours, theirs) = LineChannel.pair() else {
      let reason = "cannot make a socket: \(String(cString: strerror(errno)))"
      return log.report(.workers(.handOverFailed(reason: reason)))
    }
    defer {
      ours.close()
      theirs.close()
    }
    guard let line = try? JSONEncoder().encode(state), ours.say(line) else {
      return log.report(.workers(.handOverFailed(reason: "its state is too large")))
    }
    log.flush()
    let kept = state.descriptors + [theirs.descriptor]
    kept.forEach { LineChannel.keepOnExec($0, true) }
    // Signals from now on are for the new program: those that were on their way to us, too.
    let held = TerminationSignals.hold(into: ours.descriptor)
    while let signal = LineChannel.readOctet(from: wake.ours.descriptor), signal != 0 {
      ours.tell(Int32(signal))
    }
    let reason = ChildProcess.become(
      settings.program.path, "\(Inheritance.handOverVariable)=\(theirs.descriptor)")
    TerminationSignals.release(held)
    kept.forEach { LineChannel.keepOnExec($0, false) }
    log.report(.workers(.handOverFailed(reason: "\(settings.program.path): \(reason)")))
    _ = LineChannel.readLine(from: theirs.descriptor)
    for signal in theirs.received() ?? [] { receive(Int32(signal)) }
  }
}
