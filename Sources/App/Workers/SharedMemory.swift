import LocalPostgres
import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory that several processes see: whoever is handed its descriptor adopts it.
///
/// Its file has no name by which a stranger could open it, and is gone with the last process that
/// has it.
final class SharedMemory: @unchecked Sendable {
  // Unchecked: the address never changes; what is written there is made of atomics, or read only
  // behind one.
  let base: UnsafeMutableRawPointer
  private let bytes: Int
  /// What another process needs to adopt it; closed on exec unless whoever starts that process
  /// says otherwise.
  let descriptor: Int32

  private init(_ base: UnsafeMutableRawPointer, bytes: Int, _ descriptor: Int32) {
    self.base = base
    self.bytes = bytes
    self.descriptor = descriptor
  }

  deinit {
    munmap(base, bytes)
    close(descriptor)
  }

  /// Makes it, all zero.
  ///
  /// - Parameter file: an empty file to use, which is taken over.
  /// - Throws: one sentence when the system gives none.
  static func create(
    bytes: Int, in file: @autoclosure () -> Int32 = NamelessFile.open()
  ) throws(CommandError) -> SharedMemory {
    let descriptor = file()
    // The room is taken now: where none is left, an access would kill the process (SIGBUS).
    guard descriptor >= 0, Files.write(repeatElement(0, count: bytes), to: descriptor) else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw CommandError(.unavailable, "cannot make shared memory", because: reason)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return try adopt(descriptor, bytes: bytes)
  }

  /// Maps the memory behind a descriptor that another process made, and takes the descriptor over.
  ///
  /// - Throws: one sentence when it is shorter.
  static func adopt(_ descriptor: Int32, bytes: Int) throws(CommandError) -> SharedMemory {
    var status = stat()
    // Beyond the end of a shorter file every access would kill the process.
    guard fstat(descriptor, &status) == 0, Int(status.st_size) >= bytes,
      let base = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      base != MAP_FAILED
    else {
      close(descriptor)
      throw CommandError(.unavailable, "cannot map shared memory of \(bytes) bytes")
    }
    return SharedMemory(base, bytes: bytes, descriptor)
  }
}
