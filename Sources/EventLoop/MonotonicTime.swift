#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A point in time on the clock that never jumps, in nanoseconds since an unspecified origin.
///
/// Deadlines are set once or twice for every request, so this is one integer and not the
/// 128-bit `ContinuousClock.Instant`.
public struct MonotonicTime: Comparable, Hashable, Sendable {
  /// Nanoseconds since the origin.
  public var nanoseconds: Int64

  /// A time this many nanoseconds after the origin.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Reads the clock; `EventLoop.now` is cheaper where a turn's precision is enough.
  public static func now() -> MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// Returns the time `duration` later, or the last representable time when that overflows.
  public func advanced(by duration: Duration) -> MonotonicTime {
    advanced(byNanoseconds: duration.wholeNanoseconds)
  }

  /// Returns the time this many nanoseconds later, saturating.
  public func advanced(byNanoseconds count: Int64) -> MonotonicTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(count)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// Earlier comes first.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The time from `right` to `left`.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds &- right.nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, saturating at the ends of `Int64`.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}
