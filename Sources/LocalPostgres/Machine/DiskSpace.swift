#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much room a file system has, in bytes.
package struct DiskSpace: Sendable, Equatable {
  /// Space that accounts other than root may still use.
  package let free: Int64
  package let size: Int64

  package init(free: Int64, size: Int64) {
    self.free = free
    self.size = size
  }

  /// The space of a directory's file system; nil if that cannot be read.
  ///
  /// It may take as long as the disk takes: not for a loop.
  package static func of(_ directory: String) -> DiskSpace? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    let unit = Int64(clamping: status.f_frsize)
    return DiskSpace(
      free: Int64(clamping: status.f_bavail).multiplied(by: unit),
      size: Int64(clamping: status.f_blocks).multiplied(by: unit))
  }

  /// Which file system a directory is on; nil where that cannot be read.
  package static func identity(of directory: String) -> UInt64? {
    var status = stat()
    return stat(directory, &status) == 0 ? UInt64(truncatingIfNeeded: status.st_dev) : nil
  }
}

extension Int64 {
  /// As large as it gets.
  fileprivate func multiplied(by factor: Int64) -> Int64 {
    let (product, overflows) = multipliedReportingOverflow(by: factor)
    return overflows ? .max : product
  }
}
