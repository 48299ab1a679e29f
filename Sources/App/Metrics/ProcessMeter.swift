import CoreMetrics
import Domain
import LocalPostgres
import Prometheus

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this process takes of the machine.
struct ProcessMeter: Sendable {
  /// What a process is in the server.
  enum Role: String, Sendable {
    /// Serves by itself.
    case server
    /// Looks after workers.
    case supervisor
    case worker
  }

  private let memory: Meter
  private let descriptors: Meter
  private let cpu: FloatingPointCounter
  private let countsChildren: Bool
  private var cpuBefore = 0.0

  init(_ role: Role, in factory: StoreFactory) {
    memory = MetricFamily.residentMemory.gauge(in: factory, role.rawValue)
    descriptors = MetricFamily.openDescriptors.gauge(in: factory, role.rawValue)
    cpu = MetricFamily.cpu.seconds(in: factory, role.rawValue)
    // The children of a supervisor are its workers, which count for themselves.
    countsChildren = role != .supervisor
    let now = Double(Timestamp.now.microseconds) / 1e6
    MetricFamily.startTime.gauge(in: factory, role.rawValue).set(now)
  }

  /// Looks, and tells; may read a directory of all open descriptors.
  mutating func publish() {
    if let bytes = Self.residentBytes { memory.set(bytes) }
    if let count = Self.descriptorCount { descriptors.set(count) }
    let seconds = Self.cpuSeconds(countsChildren)
    cpu.increment(by: seconds - cpuBefore)
    cpuBefore = seconds
  }

  private static func cpuSeconds(_ countsChildren: Bool) -> Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.asParameter, &usage)
    var seconds = usage.ru_utime.seconds + usage.ru_stime.seconds
    guard countsChildren else { return seconds }
    getrusage(RUSAGE_CHILDREN.asParameter, &usage)
    seconds += usage.ru_utime.seconds + usage.ru_stime.seconds
    return seconds
  }

  #if os(Linux)
    /// Source: proc(5), the second number of `statm`, in pages.
    private static var residentBytes: Int64? {
      guard let pages = Files.text("/proc/self/statm")?.split(separator: " ").dropFirst().first
      else { return nil }
      return Int64(pages).map { $0 * Int64(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private static var descriptorCount: Int64? { entries(of: "/proc/self/fd") }
  #else
    /// The most that was ever in use: all that getrusage(2) tells.
    private static var residentBytes: Int64? {
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? Int64(usage.ru_maxrss) : nil
    }

    private static var descriptorCount: Int64? { entries(of: "/dev/fd") }
  #endif

  /// Without the two for the directory and its parent, and the one by which it is read.
  private static func entries(of directory: String) -> Int64? {
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var count: Int64 = -3
    while readdir(stream) != nil { count += 1 }
    return count
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

#if canImport(Glibc)
  extension __rusage_who {
    fileprivate var asParameter: __rusage_who_t { __rusage_who_t(rawValue) }
  }
#else
  extension Int32 {
    fileprivate var asParameter: Int32 { self }
  }
#endif
