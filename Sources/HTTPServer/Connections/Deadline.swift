internal import EventLoop

/// Which deadline of a connection runs, if any. The reader of answers has a timer of its own.
///
/// One timer serves all of them. It is not cancelled with each request, so it may fire when nothing
/// is due any more.
struct Deadline {
  enum Kind { case firstByte, head, idle, body, lingering }

  private var kind: Kind?
  private var startedAt: MonotonicTime?
  var timer: LoopTimer?

  /// Ends what ran before.
  mutating func start(_ kind: Kind, _ nanoseconds: Int64, from now: MonotonicTime) {
    self.kind = kind
    startedAt = now
    timer?.arm(at: now.advanced(byNanoseconds: nanoseconds))
  }

  /// Does not change one that runs already: bytes that drip, or empty lines, buy no time.
  mutating func startOnce(_ kind: Kind, _ nanoseconds: Int64, from now: MonotonicTime) {
    if self.kind != kind { start(kind, nanoseconds, from: now) }
  }

  /// When the one that runs was started, if it is of this kind.
  func beginning(of kind: Kind) -> MonotonicTime? { self.kind == kind ? startedAt : nil }

  /// Withdraws whichever runs.
  mutating func withdraw() { kind = nil }

  mutating func withdraw(_ kind: Kind) {
    if self.kind == kind { self.kind = nil }
  }

  /// The timer has fired: returns the deadline that has passed.
  mutating func expire() -> Kind? {
    defer { kind = nil }
    return kind
  }
}
