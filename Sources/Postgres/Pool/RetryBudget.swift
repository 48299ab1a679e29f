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
