#if os(Linux)
  import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The facts that defaults depend on; handed in, so that tests can choose them.
package struct Machine: Sendable {
  /// Processors that we may use.
  package let cores: Int
  package let isRoot: Bool
  package let homeDirectory: String?
  package let xdgDataHome: String?
  package let workingDirectory: String

  package init(
    cores: Int, isRoot: Bool, homeDirectory: String?, xdgDataHome: String?,
    workingDirectory: String
  ) {
    self.cores = cores
    self.isRoot = isRoot
    self.homeDirectory = homeDirectory
    self.xdgDataHome = xdgDataHome
    self.workingDirectory = workingDirectory
  }

  /// The machine that this process runs on.
  package static func current(environment: [String: String]) -> Machine {
    Machine(
      cores: usableCores(), isRoot: geteuid() == 0,
      homeDirectory: environment["HOME"], xdgDataHome: environment["XDG_DATA_HOME"],
      workingDirectory: Files.workingDirectory)
  }

  /// Processors that this process may run on, and no more than its control group grants time for:
  /// more workers than that only wait for each other. A fraction counts as one.
  package static func usableCores() -> Int { usableCores(.ofThisProcess()) }

  static func usableCores(_ groups: ControlGroups) -> Int {
    var processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    #if os(Linux)
      let usable = Int(moa_usable_processors())
      if usable > 0 { processors = usable }
    #endif
    let limit = groups.processorLimit.map { Int(min($0, 1_000_000).rounded(.up)) }
    return max(1, min(processors, limit ?? processors))
  }

  /// The default data directory; nil without a home.
  ///
  /// Relative values of the variables are ignored, as the standard demands.
  /// Source: XDG Base Directory Specification 0.8; Filesystem Hierarchy Standard 3.0 §5.8.
  package var usualDataDirectory: String? {
    if isRoot { return "/var/lib/moa" }
    if let xdgDataHome, xdgDataHome.hasPrefix("/") { return xdgDataHome + "/moa" }
    guard let homeDirectory, homeDirectory.hasPrefix("/") else { return nil }
    return homeDirectory + "/.local/share/moa"
  }

  package func absolute(_ path: String) -> String {
    Files.absolute(path, in: workingDirectory)
  }
}

/// How much memory our processes may use together, and the private PostgreSQL's part of it.
///
/// PostgreSQL's own defaults are for a machine of its own and are too much for a small container:
/// the kernel kills what goes beyond the container's limit.
package struct AvailableMemory: Sendable, Equatable {
  /// Of the machine, or less when a control group sets a lower limit.
  package let mebibytes: UInt64

  package init(mebibytes: UInt64) { self.mebibytes = mebibytes }

  package static func current() -> AvailableMemory { current(.ofThisProcess()) }

  static func current(_ groups: ControlGroups) -> AvailableMemory {
    let machine = UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))))
    return AvailableMemory(mebibytes: min(machine, groups.memoryLimit ?? machine) >> 20)
  }

  /// PostgreSQL's own cache of its tables, in MiB: an eighth, because the kernel caches them too,
  /// and at most enough for a million products with their indexes.
  package var sharedBuffers: UInt64 { min(max(16, mebibytes / 8), 2_048) }

  /// Memory for sorting while an index is made, in MiB: at most as much as a million products need.
  var maintenance: UInt64 { min(max(8, mebibytes / 16), 256) }
}
