internal import EventLoop

/// Connections that have used their turn and have more to do. Owned by its loop.
///
/// They go on by a timer that is due at once, because the loop asks for readiness between two
/// rounds of timers: whatever has arrived for others comes first.
final class TurnQueue {
  private var waiting: [Connection] = []
  private var timer: LoopTimer?

  func append(_ connection: Connection, _ loop: EventLoop) {
    waiting.append(connection)
    let timer = timer ?? loop.makeTimer { [unowned self] in goOn() }
    self.timer = timer
    timer.arm(at: loop.now)
  }

  private func goOn() {
    let connections = waiting
    waiting.removeAll(keepingCapacity: true)
    for connection in connections where connection.life.phase == .head { connection.receive() }
  }
}
