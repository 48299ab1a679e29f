package import Domain
import Foundation

extension Timestamp {
  /// The time of day, from the system's clock.
  package static var now: Timestamp {
    // A double holds microseconds of this era exactly enough: 2^53 of them are 285 years.
    let microseconds = Date().timeIntervalSince1970 * 1_000_000
    return Timestamp(clamping: Int64(exactly: microseconds.rounded()) ?? 0)
  }
}
