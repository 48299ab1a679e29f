package import HTTPServer
import LocalPostgres
package import Pictures

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory that several processes share: a process that gets its descriptor adopts it.
///
/// Its file has no name, so others cannot open it, and it disappears with the last process that has
/// it.
package final class SharedMemory: @unchecked Sendable {
  // Unchecked: the address never changes; the content consists of atomics, or of data that is read
  // only after one.
  package let base: UnsafeMutableRawPointer
  private let bytes: Int
  /// Another process needs it to adopt the memory; closed on exec unless it is passed on
  /// explicitly.
  package let descriptor: Int32

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
  package static func create(
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

  /// Maps the memory of a descriptor that another process made, and takes the descriptor over.
  ///
  /// - Throws: one sentence if it is shorter.
  package static func adopt(_ descriptor: Int32, bytes: Int) throws(CommandError) -> SharedMemory {
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

/// Memory that all workers of a server share.
///
/// It has the connection counts of all workers. The workers lock bytes of its file, one for each
/// picture that is being decoded.
package final class WorkerMemory: Sendable {
  private let memory: SharedMemory
  private let workers: Int

  private init(_ memory: SharedMemory, workers: Int) {
    self.memory = memory
    self.workers = workers
  }

  /// Makes it, all zero.
  ///
  /// - Parameter file: an empty file to use, which is taken over.
  /// - Throws: one sentence when the system gives none.
  package static func create(
    workers: Int, in file: @autoclosure () -> Int32 = NamelessFile.open()
  ) throws(CommandError) -> WorkerMemory {
    WorkerMemory(try SharedMemory.create(bytes: bytes(workers), in: file()), workers: workers)
  }

  /// Maps the memory of a descriptor that another process made, and takes the descriptor over.
  ///
  /// - Throws: one sentence if it is not memory for this many workers.
  package static func adopt(_ descriptor: Int32, workers: Int) throws(CommandError) -> WorkerMemory
  {
    WorkerMemory(try SharedMemory.adopt(descriptor, bytes: bytes(workers)), workers: workers)
  }

  private static func bytes(_ workers: Int) -> Int {
    ConnectionCounts.bytes(places: workers)
  }

  /// Another process needs it to adopt the memory.
  package var descriptor: Int32 { memory.descriptor }

  /// A worker's place in the counts.
  package func connectionCounts(slot: Int) -> ConnectionCounts {
    ConnectionCounts(at: memory.base, keptBy: self, places: workers, place: slot)
  }

  /// How many pictures are decoded at a time, by all workers together.
  package func decoderSlots(_ count: Int) -> DecoderSlots {
    DecoderSlots(count: count, descriptor: descriptor, keptBy: self)
  }
}
