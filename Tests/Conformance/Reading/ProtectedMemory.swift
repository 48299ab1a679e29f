package import HTTP

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

extension Limits {
  /// Limits that short inputs reach, so that what holds beyond them is tried, too.
  package static let small = {
    var limits = Limits()
    limits.headBytes = 512
    limits.fields = 16
    limits.targetBytes = 64
    limits.bodyBytes = 1024
    limits.chunkExtensionBytes = 16
    limits.trailerBytes = 32
    limits.trailerFields = 4
    return limits
  }()
}

extension MultipartLimits {
  /// The same for forms.
  package static let small = {
    var limits = MultipartLimits()
    limits.parts = 4
    limits.partHeadBytes = 128
    limits.partHeadFields = 4
    limits.partBytes = 256
    limits.bodyBytes = 1024
    limits.nameBytes = 16
    limits.filenameBytes = 32
    limits.preambleBytes = 64
    limits.epilogueBytes = 64
    return limits
  }()
}
