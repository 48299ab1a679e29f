import HTTPServer

#if os(Linux)
  import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory that all workers of a server see: whoever is handed its descriptor adopts it.
///
/// The counts by which they know how many connections each has. Of its file they lock bytes, one
/// for each picture that is being decoded. It has no name by which a stranger could open it, and is
/// gone with the last process that has it.
final class WorkerMemory: @unchecked Sendable {
  // Unchecked: the address never changes; what is written there is made of atomics.
  private let base: UnsafeMutableRawPointer
  private let workers: Int
  /// What another process needs to adopt it; closed on exec unless whoever starts that process
  /// says otherwise.
  let descriptor: Int32

  private init(_ base: UnsafeMutableRawPointer, workers: Int, _ descriptor: Int32) {
    self.base = base
    self.workers = workers
    self.descriptor = descriptor
  }

  deinit {
    munmap(base, Self.bytes(workers))
    close(descriptor)
  }

  /// Makes it, all zero.
  ///
  /// - Parameter file: an empty file to use, which is taken over.
  /// - Throws: one sentence when the system gives none.
  static func create(
    workers: Int, in file: @autoclosure () -> Int32 = NamelessFile.open()
  ) throws(CommandError) -> WorkerMemory {
    let descriptor = file()
    // The room is taken now: where none is left, an access would kill the process (SIGBUS).
    let zeros = [UInt8](repeating: 0, count: bytes(workers))
    guard descriptor >= 0, write(descriptor, zeros, zeros.count) == zeros.count else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw CommandError(.unavailable, "cannot make shared memory", because: reason)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return try adopt(descriptor, workers: workers)
  }

  /// Maps the memory behind a descriptor that another process made, and takes the descriptor over.
  ///
  /// - Throws: one sentence when it is no memory for so many workers.
  static func adopt(_ descriptor: Int32, workers: Int) throws(CommandError) -> WorkerMemory {
    let count = bytes(workers)
    var status = stat()
    // Beyond the end of a shorter file every access would kill the process.
    guard fstat(descriptor, &status) == 0, Int(status.st_size) >= count,
      let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      base != MAP_FAILED
    else {
      close(descriptor)
      throw CommandError(.unavailable, "cannot map shared memory of \(count) bytes")
    }
    return WorkerMemory(base, workers: workers, descriptor)
  }

  private static func bytes(_ workers: Int) -> Int {
    ConnectionCounts.bytes(places: workers)
  }

  /// A worker's place in the counts.
  func connectionCounts(slot: Int) -> ConnectionCounts {
    ConnectionCounts(at: base, keptBy: self, places: workers, place: slot)
  }

  /// How many pictures are decoded at a time, by all workers together.
  func decoderSlots(_ count: Int) -> DecoderSlots {
    DecoderSlots(count: count, descriptor: descriptor, keptBy: self)
  }
}

/// A file without a name, in memory where the system has such files.
enum NamelessFile {
  /// Its descriptor, or -1 with `errno`.
  static func open() -> Int32 {
    #if os(Linux)
      return moa_memory_file()
    #else
      // `shm_open` cannot be called from Swift everywhere, because some declare it variadic.
      var template = Array("/tmp/moa.XXXXXX".utf8CString)
      let descriptor = mkstemp(&template)
      if descriptor >= 0 { unlink(template) }
      return descriptor
    #endif
  }
}
