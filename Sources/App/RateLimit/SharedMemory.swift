import Foundation

#if os(Linux)
  import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory that several processes see: whoever is handed its descriptor adopts it.
///
/// It has no name by which a stranger could open it, and is gone with the last process that has it.
final class SharedMemory: @unchecked Sendable {
  // Unchecked: the address never changes; what is written there is made of atomics.
  let base: UnsafeMutableRawPointer
  /// Octets, all zero at first.
  let count: Int
  /// What another process needs to adopt it; closed on exec unless whoever starts that process
  /// says otherwise.
  let descriptor: Int32

  private init(_ base: UnsafeMutableRawPointer, _ count: Int, _ descriptor: Int32) {
    self.base = base
    self.count = count
    self.descriptor = descriptor
  }

  deinit {
    munmap(base, count)
    close(descriptor)
  }

  /// Makes memory of `count` octets.
  ///
  /// - Parameter file: an empty file to use, which is taken over.
  /// - Throws: one sentence when the system gives none.
  static func create(
    _ count: Int, in file: @autoclosure () -> Int32 = namelessFile()
  ) throws(Refusal) -> SharedMemory {
    let descriptor = file()
    guard descriptor >= 0, fill(descriptor, count) else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw Refusal(.unavailable, "cannot make shared memory", because: reason)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return try adopt(descriptor, count)
  }

  /// As `adopt`, of memory that a program before us has made, which may have needed less: what is
  /// missing is put behind it.
  static func adoptLengthening(_ descriptor: Int32, _ count: Int) throws(Refusal) -> SharedMemory {
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : count
    if size < count, lseek(descriptor, 0, SEEK_END) == size { _ = fill(descriptor, count - size) }
    return try adopt(descriptor, count)
  }

  /// Maps the memory behind a descriptor that another process made, and takes the descriptor over.
  ///
  /// - Throws: one sentence when it is no memory of `count` octets.
  static func adopt(_ descriptor: Int32, _ count: Int) throws(Refusal) -> SharedMemory {
    var status = stat()
    // Beyond the end of a shorter file every access would kill the process.
    guard fstat(descriptor, &status) == 0, Int(status.st_size) >= count,
      let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      base != MAP_FAILED
    else {
      close(descriptor)
      throw Refusal(.unavailable, "cannot map shared memory of \(count) octets")
    }
    return SharedMemory(base, count, descriptor)
  }

  /// Takes the room now. A file that is only long gets it page by page at the first access, and
  /// when there is none left, the system kills the process that accesses it (SIGBUS).
  private static func fill(_ descriptor: Int32, _ count: Int) -> Bool {
    let zeros = [UInt8](repeating: 0, count: count)
    return zeros.withUnsafeBytes { zeros in
      var rest = zeros[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let written = write(descriptor, piece.baseAddress, piece.count)
        guard written > 0 else {
          if written < 0, errno == EINTR { continue }
          return false
        }
        rest = rest.dropFirst(written)
      }
      return true
    }
  }

  #if os(Linux)
    static func namelessFile() -> Int32 { moa_memory_file() }
  #else
    /// POSIX's own way, `shm_open`, cannot be called from Swift everywhere, because some declare
    /// it variadic.
    static func namelessFile() -> Int32 {
      var template = Array(
        FileManager.default.temporaryDirectory.appendingPathComponent("moa.XXXXXX").path
          .utf8CString)
      let descriptor = mkstemp(&template)
      if descriptor >= 0 { unlink(template) }
      return descriptor
    }
  #endif
}
