#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many files and sockets this process may have open.
enum DescriptorLimit {
  /// For databases, logs, pipes and epoll sets.
  private static let reserved = 64

  /// Raises the soft limit to the hard one, and returns how many client connections fit.
  ///
  /// The soft limit is low for the sake of programs that use select(2); we do not.
  static func connections(atMost wanted: Int) -> Int {
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
}
