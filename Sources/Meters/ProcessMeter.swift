import Domain
import LocalPostgres
import Operations
import Prometheus

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures the memory, processor time and open files of this process.
package struct ProcessMeter: Sendable {
  /// The role of a process in the server.
  package enum Role: String, Sendable {
    /// Serves without workers.
    case server
    /// Starts and replaces workers.
    case supervisor
    case worker
  }

  private let memory: Gauge
  private let descriptors: Gauge
  private let cpu: Counter
  private let countsChildren: Bool
  private var cpuBefore = Duration.zero

  init(_ role: Role, in store: SeriesStore) {
    memory = store.gauge(.residentMemory, role.rawValue)
    descriptors = store.gauge(.openDescriptors, role.rawValue)
    cpu = store.counter(.cpu, role.rawValue)
    // The children of a supervisor are its workers, which count for themselves.
    countsChildren = role != .supervisor
    let now = Double(Timestamp.now.microseconds) / 1e6
    store.gauge(.startTime, role.rawValue).set(now)
  }

  /// Publishes the current values; may read a directory of all open descriptors.
  mutating func publish() {
    if let bytes = Self.residentBytes { memory.set(bytes) }
    if let count = Self.descriptorCount { descriptors.set(count) }
    let cpuNow = Self.cpuTime(countsChildren)
    cpu.increment(by: cpuNow - cpuBefore)
    cpuBefore = cpuNow
  }

  private static func cpuTime(_ countsChildren: Bool) -> Duration {
    var usage = rusage()
    getrusage(RUSAGE_SELF.asParameter, &usage)
    let own = usage.ru_utime.duration + usage.ru_stime.duration
    guard countsChildren else { return own }
    getrusage(RUSAGE_CHILDREN.asParameter, &usage)
    return own + usage.ru_utime.duration + usage.ru_stime.duration
  }

  #if os(Linux)
    /// Source: proc(5), the second number of `statm`, in pages.
    private static var residentBytes: Int? {
      guard let pages = Files.text("/proc/self/statm")?.split(separator: " ").dropFirst().first
      else { return nil }
      return Int(pages).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private static var descriptorCount: Int? { entries(of: "/proc/self/fd") }
  #else
    /// The peak, since getrusage(2) has nothing else.
    private static var residentBytes: Int? {
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
    }

    private static var descriptorCount: Int? { entries(of: "/dev/fd") }
  #endif

  /// Without `.`, `..` and the descriptor of the directory itself.
  private static func entries(of directory: String) -> Int? {
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var count = -3
    while readdir(stream) != nil { count += 1 }
    return count
  }
}

extension timeval {
  fileprivate var duration: Duration {
    .seconds(Int64(tv_sec)) + .microseconds(Int64(tv_usec))
  }
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
