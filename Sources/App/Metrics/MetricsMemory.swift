import Prometheus

/// The shared memory in which all processes count and from which `/metrics` is read.
///
/// Each loop has a place of its own, by the slot of its worker, and so has the parent. A worker
/// that takes the slot of a dead one continues its counts.
final class MetricsMemory: Sendable {
  private let memory: SharedMemory
  /// One for each loop of all processes together, and then the parent's.
  private let stores: [SeriesStore]

  private init(_ memory: SharedMemory, loops: Int) {
    self.memory = memory
    stores = (0...loops).map {
      SeriesStore(
        of: MetricFamily.all, at: memory.base + $0 * SeriesStore.bytes, keptBy: memory)
    }
  }

  /// Creates it, with all counts zero.
  ///
  /// - Throws: one sentence when the system refuses.
  static func create(loops: Int) throws(CommandError) -> MetricsMemory {
    MetricsMemory(try SharedMemory.create(bytes: bytes(loops)), loops: loops)
  }

  /// Maps the memory of another process; see ``SharedMemory/adopt(_:bytes:)``.
  static func adopt(_ descriptor: Int32, loops: Int) throws(CommandError) -> MetricsMemory {
    MetricsMemory(try SharedMemory.adopt(descriptor, bytes: bytes(loops)), loops: loops)
  }

  private static func bytes(_ loops: Int) -> Int { (loops + 1) * SeriesStore.bytes }

  /// For the process that adopts it.
  var descriptor: Int32 { memory.descriptor }

  /// The store of the loop at a place, from 0.
  func store(ofLoop place: Int) -> SeriesStore { stores[place] }

  /// The store of the process that serves `/metrics`.
  var storeOfParent: SeriesStore { stores[stores.count - 1] }

  /// For a worker that has ended.
  func forgetGauges(ofLoop place: Int) { stores[place].forgetGauges() }

  /// The values of all processes, as a text for Prometheus.
  func exposition() -> [UInt8] {
    let lost = stores.reduce(0) { $0 + Int(clamping: $1.lostSeries) }
    storeOfParent.gauge(.lostSeries).set(lost)
    return Exposition(of: stores).bytes
  }
}
