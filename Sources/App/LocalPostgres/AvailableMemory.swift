import Foundation

/// How much memory this machine lets its processes have.
enum AvailableMemory {
  /// Where a container says its limit: cgroup v2, then v1.
  ///
  /// Source: Linux documentation, admin-guide/cgroup-v2 "memory.max" and cgroup-v1/memory.
  private static let limits = [
    "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
  ]

  /// Octets: what the machine has, or less where a container ends earlier.
  static var octets: UInt64 {
    let limits = limits.compactMap { path in
      (try? String(contentsOfFile: path, encoding: .utf8)).flatMap(limit)
    }
    return (limits + [ProcessInfo.processInfo.physicalMemory]).min() ?? 0
  }

  /// Nil for `max`, and for what is no number.
  static func limit(_ text: String) -> UInt64? {
    UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// What PostgreSQL keeps of its tables, in MiB: an eighth, because the kernel keeps them too,
  /// from what the smallest machine can spare to what holds a million products with their indexes.
  static func sharedBuffers(of octets: UInt64) -> UInt64 {
    min(max(64, octets / 8 / 1_048_576), 2_048)
  }
}
