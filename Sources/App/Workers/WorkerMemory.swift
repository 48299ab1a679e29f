import HTTPServer
import LocalPostgres
import Operations
import Pictures

/// Memory that all workers of a server see.
///
/// The counts by which they know how many connections each has. Of its file they lock bytes, one
/// for each picture that is being decoded.
final class WorkerMemory: Sendable {
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
  static func create(
    workers: Int, in file: @autoclosure () -> Int32 = NamelessFile.open()
  ) throws(CommandError) -> WorkerMemory {
    WorkerMemory(try SharedMemory.create(bytes: bytes(workers), in: file()), workers: workers)
  }

  /// Maps the memory behind a descriptor that another process made, and takes the descriptor over.
  ///
  /// - Throws: one sentence when it is no memory for so many workers.
  static func adopt(_ descriptor: Int32, workers: Int) throws(CommandError) -> WorkerMemory {
    WorkerMemory(try SharedMemory.adopt(descriptor, bytes: bytes(workers)), workers: workers)
  }

  private static func bytes(_ workers: Int) -> Int {
    ConnectionCounts.bytes(places: workers)
  }

  /// What another process needs to adopt it.
  var descriptor: Int32 { memory.descriptor }

  /// A worker's place in the counts.
  func connectionCounts(slot: Int) -> ConnectionCounts {
    ConnectionCounts(at: memory.base, keptBy: self, places: workers, place: slot)
  }

  /// How many pictures are decoded at a time, by all workers together.
  func decoderSlots(_ count: Int) -> DecoderSlots {
    DecoderSlots(count: count, descriptor: descriptor, keptBy: self)
  }
}
