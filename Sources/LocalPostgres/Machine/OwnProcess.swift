import CSpawn

#if os(Linux)
  import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Facts about this process.
package enum OwnProcess {
  /// All environment variables. Call it before other threads change them.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = moa_environment()
    while let entry = next?.pointee {
      let parts = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next = next?.advanced(by: 1)
    }
    return variables
  }

  /// Leaves no core file, and keeps other processes of the same account from reading this one; the
  /// programs that it starts leave no core file either. Call it before a secret is in memory.
  package static func closeMemory() { moa_forbid_core_dumps() }

  /// Keeps no memory of large blocks that are freed, such as the tables of slow hashes. Call it
  /// before there are other threads.
  package static func returnLargeBlocks() {
    #if os(Linux)
      moa_return_large_blocks()
    #endif
  }

  /// The process number.
  package static var identifier: Int32 { getpid() }

  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// A directory for files that nothing needs later.
  package static var temporaryDirectory: String {
    variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Runs `body` on a thread of its own, which a debugger shows by its name, of at most 15 bytes.
  package static func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(ThreadStart(name, body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Swift's JSON decoders may run on it, which need stack for nested values; other systems than
    // Linux have less by default.
    pthread_attr_setstacksize(&attributes, 1 << 20)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = pthread_create(&thread, &attributes, ThreadStart.main, start.toOpaque())
    pthread_attr_destroy(&attributes)
    precondition(code == 0, "the system makes no thread: \(code)")
  }
}

private final class ThreadStart {
  private let name: String
  private let body: @Sendable () -> Void

  init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  #if canImport(Glibc)
    typealias Argument = UnsafeMutableRawPointer?
  #else
    typealias Argument = UnsafeMutableRawPointer
  #endif

  static let main: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
    let pointer: UnsafeMutableRawPointer? = argument
    guard let pointer else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue()
    moa_name_thread(start.name)
    start.body()
    return nil
  }
}

/// How many files and sockets this process may have open.
package enum DescriptorLimit {
  /// For databases, logs, pipes and epoll sets.
  private static let reserved = 64

  /// Raises the soft limit to the hard one, and returns how many client connections fit.
  ///
  /// The soft limit is low for the sake of programs that use select(2); we do not.
  package static func connections(atMost wanted: Int) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return wanted }
    // As much as is needed and no more: some systems refuse "unlimited" here.
    let needed = rlim_t(clamping: wanted + reserved)
    if limit.rlim_cur < needed {
      limit.rlim_cur = min(needed, limit.rlim_max)
      setrlimit(resource, &limit)
      getrlimit(resource, &limit)
    }
    let open = Int(clamping: limit.rlim_cur)
    return max(1, min(wanted, open - reserved))
  }

  /// The client connections that fit into each of some workers, and how many it should have.
  package static func connections(
    of all: Int, workers: Int
  ) -> (connections: Int, wanted: Int) {
    let wanted = max(1, all / max(1, workers))
    return (connections(atMost: wanted), wanted)
  }

  package static func sentence(_ limit: (connections: Int, wanted: Int)) -> String {
    "each worker has room for \(limit.connections) client connections of \(limit.wanted): raise the"
      + " limit of open files (ulimit -n; LimitNOFILE= in a unit) to \(limit.wanted + reserved)"
  }
}
