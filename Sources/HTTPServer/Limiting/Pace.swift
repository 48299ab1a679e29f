internal import EventLoop

/// How long a client has been waited for, and whether it still sends fast enough.
///
/// Only waiting counts: a handler that is slow to read is not the client's fault.
struct BodyPace {
  var received = 0
  private var waited: Int64 = 0
  private var waitingSince: MonotonicTime?
  /// Whether the answer is known already, and the rest is read only so that the client gets it.
  private(set) var isDropping = false
  private var limit: Int64
  private let grace: Int64
  private let bytesPerSecondMin: Int64
  private static let second: Int64 = 1_000_000_000
  private static let bytesPerExtraSecond = 64 * 1024

  init(_ deadlines: Deadlines, announced: Int) {
    limit = Self.sum(deadlines.body.wholeNanoseconds, secondsFor: announced)
    grace = deadlines.bodyGrace.wholeNanoseconds
    bytesPerSecondMin = Int64(deadlines.bytesPerSecondMin)
  }

  /// One second more for each 64 KiB.
  private static func sum(_ limit: Int64, secondsFor bytes: Int) -> Int64 {
    let extra = Int64(bytes / bytesPerExtraSecond)
    let (scaled, overflow) = extra.multipliedReportingOverflow(by: second)
    let (sum, carry) = limit.addingReportingOverflow(scaled)
    return overflow || carry ? .max : sum
  }

  /// From now on the rest has a limit of its own, with more time for what comes and none for what
  /// was announced.
  mutating func beginDropping(_ deadlines: Deadlines) {
    isDropping = true
    (received, waited) = (0, 0)
    limit = deadlines.droppedBody.wholeNanoseconds
  }

  mutating func beginWait(at now: MonotonicTime) { waitingSince = now }

  mutating func endWait(at now: MonotonicTime) {
    waited = total(at: now)
    waitingSince = nil
  }

  /// Nanoseconds until the pace should be looked at again.
  func nextCheck(at now: MonotonicTime) -> Int64 {
    min(Self.second, max(1, end &- total(at: now)))
  }

  func isTooSlow(at now: MonotonicTime) -> Bool {
    let total = total(at: now)
    guard total < end else { return true }
    guard bytesPerSecondMin > 0 else { return false }
    let seconds = (total - grace) / Self.second
    return seconds > 0 && Int64(received) / bytesPerSecondMin < seconds
  }

  func slowness(at now: MonotonicTime) -> SlowPace? {
    SlowPace(received, in: total(at: now), least: bytesPerSecondMin)
  }

  private var end: Int64 { isDropping ? Self.sum(limit, secondsFor: received) : limit }

  private func total(at now: MonotonicTime) -> Int64 {
    guard let waitingSince else { return waited }
    return waited &+ (now.nanoseconds &- waitingSince.nanoseconds)
  }
}

/// How fast a client is that is so slow that it gives way where memory is needed for others.
struct SlowPace: Comparable {
  private let bytesPerSecond: Double

  /// Nil for any other client, and before that can be told.
  ///
  /// - Parameters:
  ///   - nanoseconds: for which the client was waited for.
  ///   - least: bytes a second that a client must send or read in any case.
  init?(_ bytes: Int, in nanoseconds: Int64, least: Int64) {
    let seconds = Double(nanoseconds) / 1e9
    guard seconds >= Self.secondsToShow else { return nil }
    bytesPerSecond = Double(bytes) / seconds
    guard bytesPerSecond < Self.factor * Double(least) else { return nil }
  }

  static func < (one: SlowPace, other: SlowPace) -> Bool {
    one.bytesPerSecond < other.bytesPerSecond
  }

  /// Forms with pictures have as long to show how fast they are.
  private static let secondsToShow = 2.0
  /// 10 KiB/s by default: less than telephones have where they have anything.
  private static let factor = 10.0
}

/// Watches a reader that has fallen behind; an idle connection has no such watch.
///
/// The system takes more bytes only when a good part of its buffer is free, so progress is measured
/// by the bytes that the client has acknowledged, and compared with a minimum rate. Further
/// answers, and anything that the client sends, are no progress of the reader, so the watch ends
/// only when the last byte is sent.
struct ReaderWatch {
  private var timer: LoopTimer?
  /// Bytes that the client had acknowledged when it was last looked at.
  private var acknowledged = 0
  /// When it fell behind, and what it had acknowledged then.
  private var beginning = (at: MonotonicTime(nanoseconds: 0), acknowledged: 0)

  var isOn: Bool { timer != nil }

  mutating func begin(
    _ timer: LoopTimer, acknowledged: Int, now: MonotonicTime, next: MonotonicTime
  ) {
    self.timer = timer
    self.acknowledged = acknowledged
    beginning = (now, acknowledged)
    timer.arm(at: next)
  }

  func slowness(acknowledged: Int, least: Int64, at now: MonotonicTime) -> SlowPace? {
    SlowPace(
      acknowledged - beginning.acknowledged,
      in: now.nanoseconds &- beginning.at.nanoseconds, least: least)
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
