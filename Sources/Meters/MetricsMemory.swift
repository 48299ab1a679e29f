package import Operations
import Prometheus

/// The shared memory in which all processes count and from which `/metrics` is read.
///
/// Each worker has its own place, by its slot, and so has the parent. A worker that takes the slot
/// of a dead one continues its counts.
package final class MetricsMemory: Sendable {
  private let memory: SharedMemory
  /// One for each process that serves, and then the parent's.
  private let stores: [SeriesStore]

  private init(_ memory: SharedMemory, processes: Int) {
    self.memory = memory
    stores = (0...processes).map {
      SeriesStore(
        of: MetricFamily.all, at: memory.base + $0 * SeriesStore.bytes, keptBy: memory)
    }
  }

  /// Creates it, with all counts zero.
  ///
  /// - Throws: one sentence when the system refuses.
  package static func create(processes: Int) throws(CommandError) -> MetricsMemory {
    MetricsMemory(try SharedMemory.create(bytes: bytes(processes)), processes: processes)
  }

  /// Maps the memory of another process; see ``SharedMemory/adopt(_:bytes:)``.
  package static func adopt(_ descriptor: Int32, processes: Int) throws(CommandError)
    -> MetricsMemory
  {
    MetricsMemory(try SharedMemory.adopt(descriptor, bytes: bytes(processes)), processes: processes)
  }

  private static func bytes(_ processes: Int) -> Int { (processes + 1) * SeriesStore.bytes }

  /// For the process that adopts it.
  package var descriptor: Int32 { memory.descriptor }

  /// The store of the process at a place, from 0.
  func store(at place: Int) -> SeriesStore { stores[place] }

  /// The store of the process that serves `/metrics`.
  var storeOfParent: SeriesStore { stores[stores.count - 1] }

  /// For a worker that has ended.
  func forgetGauges(at place: Int) { stores[place].forgetGauges() }

  /// The values of all processes, as a text for Prometheus.
  func exposition() -> [UInt8] {
    let lost = stores.reduce(0) { $0 + Int(clamping: $1.lostSeries) }
    storeOfParent.gauge(.lostSeries).set(lost)
    return Exposition(of: stores).bytes
  }
}
