#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much memory our processes may use together, and the private PostgreSQL's part of it.
///
/// PostgreSQL's own defaults are for a machine of its own and are too much for a small container:
/// the kernel kills what goes beyond the container's limit.
package struct AvailableMemory: Sendable, Equatable {
  /// Of the machine, or less where a control group ends earlier.
  package let mebibytes: UInt64

  package init(mebibytes: UInt64) { self.mebibytes = mebibytes }

  package static func current() -> AvailableMemory { current(.ofThisProcess()) }

  static func current(_ groups: ControlGroups) -> AvailableMemory {
    let machine = UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))))
    return AvailableMemory(mebibytes: min(machine, groups.memoryLimit ?? machine) >> 20)
  }

  /// What PostgreSQL keeps of its tables, in MiB: an eighth, because the kernel keeps them too, and
  /// at most what holds a million products with their indexes.
  package var sharedBuffers: UInt64 { min(max(16, mebibytes / 8), 2_048) }

  /// What making an index may sort in memory, in MiB: at most what a million products need.
  var maintenance: UInt64 { min(max(8, mebibytes / 16), 256) }
}
