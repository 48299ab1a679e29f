/// Whether a receiver gets on, by what the database knows of it.
struct ReceiverHealth {
  static let reason = "the receiver has written nothing for 30 s: is the disk of the archive away?"

  private static let interval = Duration.seconds(5)
  private static let patience = Duration.seconds(30)

  private(set) var isStuck = false
  private var due: ContinuousClock.Instant
  private var lastGood: ContinuousClock.Instant
  /// What it had written, and what the database wanted it to have, when it was looked at last.
  private var written: Int64?
  private var wanted: Int64?

  init(_ now: ContinuousClock.Instant) {
    due = now + Self.interval
    lastGood = now
  }

  func isDue(_ now: ContinuousClock.Instant) -> Bool { now >= due }

  /// It is well when it has all that there was at the last look, or more than it had then.
  ///
  /// - Parameters:
  ///   - written: bytes of the log that it has on the disk; nil where the database has no receiver.
  ///   - wanted: bytes of the log that the database has; nil where it did not answer.
  mutating func take(written: Int64?, wanted: Int64?, at now: ContinuousClock.Instant) {
    due = now + Self.interval
    if let written {
      let hasAll = self.wanted.map { written >= $0 } ?? true
      let hasMore = self.written.map { written > $0 } ?? true
      if hasAll || hasMore { lastGood = now }
    }
    self.written = written ?? self.written
    self.wanted = wanted ?? self.wanted
    isStuck = now - lastGood > Self.patience
  }
}
