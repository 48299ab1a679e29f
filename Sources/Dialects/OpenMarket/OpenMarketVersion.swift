/// Which of its two servers an app of Open Market was written for.
enum OpenMarketVersion: Sendable {
  /// Keys of the list in snake case, times with a fraction.
  case first
  /// Keys of the list in camel case, times without a fraction, and `vendorName`.
  case second
}
