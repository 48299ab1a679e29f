import EventLoop

/// Runs a transaction again after failures that pass, when its mode declares that harmless.
enum Repetition {
  /// Runs `attempt`, which stores its session so that a failure is recognised even where the
  /// body has turned it into an error of its own.
  static func run<Value: Sendable>(
    _ mode: TransactionMode, on loop: EventLoop,
    _ attempt: (inout TransactionSession?) async throws -> Value
  ) async throws -> Value {
    var attempts = 1
    while true {
      var session: TransactionSession?
      do {
        return try await attempt(&session)
      } catch {
        let cause = error as? PostgresError ?? session?.failure
        guard let cause, cause.isSafeToRetry, !cause.isOfWaiting, attempts < mode.attemptsMax,
          !Task.isCancelled
        else { throw error }
        attempts += 1
        // Who has lost a connection waits for no other transaction. But what ends all connections
        // takes a moment to come to the last.
        guard cause.endsConnection, attempts == 2 else {
          await pause(on: loop)
          continue
        }
      }
    }
  }

  /// Long enough for the other transaction to finish, jittered so that both do not meet again.
  static func pause(on loop: EventLoop) async {
    await loop.pause(for: .milliseconds(Int64.random(in: 5...50)))
  }
}

/// How often statements may be tried a third time and more: one of ten, and some at once.
///
/// The first repetition is everybody's: most failures end there. Where sessions end again and
/// again, repeating everything would be most of the load, and keep it so.
struct RetryBudget {
  private static let earned = 0.1
  private let most: Double
  private var left: Double

  /// - Parameter most: how many at once, such as a pool has statements under way: a crash of the
  ///   server takes all its connections, one after the other.
  init(most: Int) {
    self.most = Double(max(1, most))
    left = self.most
  }

  /// A statement was answered.
  mutating func earn() { left = min(most, left + Self.earned) }

  /// Whether one more repetition is left, which is then taken.
  mutating func take() -> Bool {
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
