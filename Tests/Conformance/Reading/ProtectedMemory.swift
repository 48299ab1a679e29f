#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory that ends where a page begins that may not be read: an over-read crashes the test.
package final class ProtectedMemory {
  private let base: UnsafeMutableRawPointer
  private let room: Int
  private let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  package init(capacity: Int) {
    room = (capacity + page - 1) / page * page
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let base = mmap(nil, room + page, PROT_READ | PROT_WRITE, flags, -1, 0),
      base != MAP_FAILED, mprotect(base + room, page, PROT_NONE) == 0
    else { preconditionFailure("no memory for a test") }
    self.base = base
  }

  deinit { munmap(base, room + page) }

  /// Copies `bytes` flush against the end. Valid until the next call.
  package func hold(_ bytes: ArraySlice<UInt8>) -> UnsafeRawBufferPointer {
    let start = base + (room - bytes.count)
    bytes.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return }
      start.copyMemory(from: source, byteCount: bytes.count)
    }
    return UnsafeRawBufferPointer(start: start, count: bytes.count)
  }
}
