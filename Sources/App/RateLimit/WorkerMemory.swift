import EventLoop
import Postgres
import Transport

/// What all workers of a server share, and the program that takes over from this one goes on with:
/// when one of them has last written, what clients have used up, and who has sent wrong secrets.
///
/// One piece of memory, because each has to be handed from process to process: a line for the mark,
/// then the tables. Where workers see how many connections each has is another one, which is as
/// large as there are workers and ends with the program (``ConnectionBoard``).
struct WorkerMemory: Sendable {
  private static let tableOffset = 64
  private static let failuresOffset = tableOffset + SharedRateTable.octets()
  /// 4,096 addresses that have sent wrong secrets of late, in 33 KB.
  private static let failureSetCount = 512
  private static let octets =
    failuresOffset + SharedRateTable.octets(setCount: failureSetCount)
  private let memory: SharedMemory

  /// - Throws: one sentence when the system gives none.
  static func create() throws(Refusal) -> WorkerMemory {
    WorkerMemory(memory: try SharedMemory.create(octets))
  }

  /// Takes over a descriptor that another process made it with.
  ///
  /// - Throws: one sentence when it is another memory.
  static func adopt(_ descriptor: Int32) throws(Refusal) -> WorkerMemory {
    WorkerMemory(memory: try SharedMemory.adoptLengthening(descriptor, octets))
  }

  /// What another process needs to adopt it.
  var descriptor: Int32 { memory.descriptor }

  /// What clients have used up of this limit.
  func rateTable(_ limit: RateLimit) -> SharedRateTable {
    SharedRateTable(memory, at: Self.tableOffset, limit)
  }

  /// How many pictures are decoded at a time, by all workers together.
  func decoderSlots(_ count: Int) -> DecoderSlots {
    DecoderSlots(count: count, descriptor: memory.descriptor, keptBy: memory)
  }

  /// Which addresses have sent wrong secrets, of all workers: or else whoever opens connections
  /// until each of them has some would have as many tries at each.
  var failedSecrets: FailedSecrets {
    let table = SharedRateTable(
      memory, at: Self.failuresOffset, setCount: Self.failureSetCount, FailedSecrets.limit)
    return FailedSecrets { address, counts in
      table.admit(
        address, counts: counts, atNanoseconds: MonotonicTime.now().nanoseconds)
    }
  }
}
