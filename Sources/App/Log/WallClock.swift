package import Domain

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Timestamp {
  /// The time of day, from the system's clock.
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(clamping: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }
}
