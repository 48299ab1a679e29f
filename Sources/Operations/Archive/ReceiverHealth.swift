/// Whether a receiver makes progress, by the database's own figures.
struct ReceiverHealth {
  static let reason = "the receiver has written nothing for 30 s: is the disk of the archive away?"

  private static let interval = Duration.seconds(5)
  private static let patience = Duration.seconds(30)

  private(set) var isStuck = false
  private var due: ContinuousClock.Instant
  private var lastGood: ContinuousClock.Instant
  /// The receiver's and the database's positions at the last check.
  private var written: Int64?
  private var wanted: Int64?

  init(_ now: ContinuousClock.Instant) {
    due = now + Self.interval
    lastGood = now
  }

  func isDue(_ now: ContinuousClock.Instant) -> Bool { now >= due }

  /// It works if it has everything that existed at the last check, or more than it had then.
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
