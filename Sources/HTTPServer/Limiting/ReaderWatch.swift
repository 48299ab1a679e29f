internal import EventLoop

/// Looks after a reader that has fallen behind; an idle connection has no such watch.
///
/// The system takes more only when a good part of its buffer is free, so a slow reader is told from
/// one that does not read by what it has acknowledged; and from one that only pretends to read by
/// how much. Neither an answer more nor anything that the client sends is progress of the reader,
/// so nothing but the last byte of what is owed ends the watch.
struct ReaderWatch {
  private var timer: LoopTimer?
  /// Bytes that the client had acknowledged when it was last looked at.
  private var acknowledged = 0

  var isOn: Bool { timer != nil }

  mutating func begin(_ timer: LoopTimer, acknowledged: Int, next: MonotonicTime) {
    self.timer = timer
    self.acknowledged = acknowledged
    timer.arm(at: next)
  }

  /// Whether the client has acknowledged `bytesMin` since the last look; then the next one is due
  /// at `next`.
  mutating func goesOn(acknowledged: Int, bytesMin: Int, next: MonotonicTime) -> Bool {
    guard acknowledged - self.acknowledged >= bytesMin else { return false }
    self.acknowledged = acknowledged
    timer?.arm(at: next)
    return true
  }

  /// False when there was none.
  mutating func end() -> Bool {
    defer { timer = nil }
    timer?.cancel()
    return timer != nil
  }
}
