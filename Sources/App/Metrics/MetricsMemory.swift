import CoreMetrics
import Prometheus

/// What all loops of a server count in, where the process that serves `/metrics` reads it.
///
/// Each loop has a place of its own, by the slot of its worker, and so has the parent. A worker
/// that takes a dead one's slot goes on with its counts.
final class MetricsMemory: Sendable {
  private let memory: SharedMemory
  /// One for each loop of all processes together, and then the parent's.
  private let stores: [SeriesStore]

  private init(_ memory: SharedMemory, loops: Int) {
    self.memory = memory
    stores = (0...loops).map {
      SeriesStore(at: memory.base + $0 * SeriesStore.bytes, keptBy: memory)
    }
  }

  /// Makes it, with nothing counted.
  ///
  /// - Throws: one sentence when the system gives none.
  static func create(loops: Int) throws(CommandError) -> MetricsMemory {
    MetricsMemory(try SharedMemory.create(bytes: bytes(loops)), loops: loops)
  }

  /// Maps what another process has made; see ``SharedMemory/adopt(_:bytes:)``.
  static func adopt(_ descriptor: Int32, loops: Int) throws(CommandError) -> MetricsMemory {
    MetricsMemory(try SharedMemory.adopt(descriptor, bytes: bytes(loops)), loops: loops)
  }

  private static func bytes(_ loops: Int) -> Int { (loops + 1) * SeriesStore.bytes }

  /// What another process needs to adopt it.
  var descriptor: Int32 { memory.descriptor }

  /// Where the loop at a place counts, from 0 on.
  func factory(ofLoop place: Int) -> StoreFactory {
    StoreFactory(stores[place], MetricFamily.all)
  }

  /// Where the process counts that serves `/metrics`.
  var factoryOfParent: StoreFactory { factory(ofLoop: stores.count - 1) }

  /// For a worker that has ended.
  func forgetGauges(ofLoop place: Int) { stores[place].forgetGauges(of: MetricFamily.all) }

  /// What all have counted, as a text for Prometheus.
  func exposition() -> [UInt8] {
    let lost = stores.reduce(0) { $0 + Int64(clamping: $1.lostSeries) }
    MetricFamily.lostSeries.gauge(in: factoryOfParent).set(lost)
    return Exposition(of: MetricFamily.all, in: stores).bytes
  }
}
