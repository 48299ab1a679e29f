import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How far a long piece of work has come, in one line on standard error that is written anew; only
/// where that is a terminal.
package final class ProgressLine: Sendable {
  private static let pause = Duration.milliseconds(200)
  private let total: Int
  private let show: @Sendable (String) -> Void
  private let due = Mutex(ContinuousClock.now)

  /// - Parameter show: where the line goes; by default to the terminal.
  init(of total: Int, show: @escaping @Sendable (String) -> Void) {
    self.total = total
    self.show = show
  }

  /// Nil if standard error is not a terminal.
  package convenience init?(of total: Int = 0) {
    guard isatty(2) == 1 else { return nil }
    self.init(of: total) { text in _ = text.withCString { Self.put($0) } }
  }

  private static func put(_ text: UnsafePointer<CChar>) -> Int { write(2, text, strlen(text)) }

  /// This many of the total are done; written at most five times a second.
  package func reached(_ done: Int) {
    if total > 0 { tell("\(done) of \(total) (\(done * 100 / total) %)") }
  }

  /// The current step; written at most five times a second.
  func tell(_ text: @autoclosure () -> String) {
    let isDue = due.withLock { due in
      let now = ContinuousClock.now
      guard now >= due else { return false }
      due = now + Self.pause
      return true
    }
    if isDue { show("\r\(text())\u{1B}[K") }
  }

  /// Clears the line.
  package func end() { show("\r\u{1B}[K") }
}
