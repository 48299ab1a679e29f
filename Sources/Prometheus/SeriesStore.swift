import Synchronization

/// The series that one process counts, in memory that another process may read.
///
/// The memory only grows: its length in use comes first, then one entry after another, each with
/// its key and its values. An entry is complete before the length covers it, so that a reader finds
/// whole entries at any time, also when the writer was killed. The process that replaces a dead one
/// continues its entries, so that counters do not go backwards.
package final class SeriesStore: Sendable {
  /// Size of a store. A series takes about a hundred bytes, and there are a few thousand.
  package static let bytes = 1 << 20
  private static let headBytes = 16
  private static let alignment = 8

  /// All that may be counted.
  package let families: [MetricFamily]
  private let names: Set<String>
  private let memory: Memory
  /// By key, the offset of the values; held while an entry is made.
  private let known: Mutex<[String: Int]>

  private struct Memory: @unchecked Sendable {
    // Unchecked: shared words are atomics; everything else is written before they publish it.
    let start: UnsafeMutableRawPointer
    let owner: AnyObject

    func word(at offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
      (start + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    /// Bytes in use; 0 in new memory.
    var used: UnsafeMutablePointer<Atomic<UInt64>> { word(at: 0) }
    /// Series for which there was no room.
    var lost: UnsafeMutablePointer<Atomic<UInt64>> { word(at: 8) }
  }

  /// Takes over ``bytes`` of memory that `owner` keeps: all zero, or with the entries of an earlier
  /// writer. One process writes at a time.
  package init(
    of families: [MetricFamily], at start: UnsafeMutableRawPointer, keptBy owner: AnyObject
  ) {
    self.families = families
    names = Set(families.map(\.name))
    memory = Memory(start: start, owner: owner)
    known = Mutex([:])
    var offsets: [String: Int] = [:]
    visit { key, offset, _ in offsets[key] = offset }
    known.withLock { $0 = offsets }
  }

  /// Series that found no room, of this writer and of earlier ones.
  package var lostSeries: UInt64 { memory.lost.pointee.load(ordering: .relaxed) }

  /// The values of a series, which is made if it does not exist yet. One for which there is no
  /// room gets private memory.
  func values(
    of family: MetricFamily, _ labels: [String], startingAt first: UInt64 = 0
  ) -> SeriesValues {
    precondition(names.contains(family.name), "\(family.name) is not in the table")
    let (key, count) = (family.key(labels), family.words)
    return known.withLock { offsets in
      if let offset = offsets[key] { return values(at: offset) }
      guard let offset = append(key, count, first) else {
        memory.lost.pointee.wrappingAdd(1, ordering: .relaxed)
        return .unshared(count)
      }
      offsets[key] = offset
      return values(at: offset)
    }
  }

  private func values(at offset: Int) -> SeriesValues {
    SeriesValues(memory.word(at: offset), keptBy: memory.owner)
  }

  private func append(_ key: String, _ count: Int, _ first: UInt64) -> Int? {
    let start = max(Self.headBytes, Int(memory.used.pointee.load(ordering: .relaxed)))
    let text = Array(key.utf8)
    let valuesAt = start + Self.keyAt + Self.padded(text.count)
    let end = valuesAt + count * Self.alignment
    guard end <= Self.bytes else { return nil }
    memory.start.storeBytes(of: UInt32(text.count), toByteOffset: start, as: UInt32.self)
    memory.start.storeBytes(of: UInt32(count), toByteOffset: start + 4, as: UInt32.self)
    (memory.start + start + Self.keyAt).copyMemory(from: text, byteCount: text.count)
    // A killed writer may have left bytes here.
    for index in 0..<count {
      let value = index == 0 ? first : 0
      memory.word(at: valuesAt + index * Self.alignment).pointee.store(value, ordering: .relaxed)
    }
    memory.used.pointee.store(UInt64(end), ordering: .releasing)
    return valuesAt
  }

  private static let keyAt = 8

  private static func padded(_ count: Int) -> Int {
    (count + alignment - 1) / alignment * alignment
  }

  /// Every series with its values.
  package func forEach(_ body: (_ key: String, _ values: [UInt64]) -> Void) {
    visit { key, offset, count in
      let values = self.values(at: offset)
      body(key, (0..<count).map { values[$0] })
    }
  }

  /// Marks every gauge as unknown, because its process has ended.
  package func forgetGauges() {
    let gauges = Set(families.filter { $0.type == "gauge" }.map(\.name))
    visit { key, offset, _ in
      guard gauges.contains(String(key.prefix { $0 != "{" })) else { return }
      values(at: offset).set(0, to: Double.nan.bitPattern)
    }
  }

  private func visit(_ body: (_ key: String, _ offset: Int, _ count: Int) -> Void) {
    let used = min(Self.bytes, Int(memory.used.pointee.load(ordering: .acquiring)))
    var start = Self.headBytes
    while start + Self.keyAt <= used {
      let length = Int(memory.start.load(fromByteOffset: start, as: UInt32.self))
      let count = Int(memory.start.load(fromByteOffset: start + 4, as: UInt32.self))
      let valuesAt = start + Self.keyAt + Self.padded(length)
      let end = valuesAt + count * Self.alignment
      guard end <= used else { return }
      let text = UnsafeRawBufferPointer(start: memory.start + start + Self.keyAt, count: length)
      body(String(decoding: text, as: UTF8.self), valuesAt, count)
      start = end
    }
  }
}

/// The words of one series, to which many threads may add without a lock.
struct SeriesValues: @unchecked Sendable {
  // Unchecked: the words are atomics.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let owner: AnyObject

  init(_ words: UnsafeMutablePointer<Atomic<UInt64>>, keptBy owner: AnyObject) {
    self.words = words
    self.owner = owner
  }

  /// Values outside the shared memory, which no reader finds.
  static func unshared(_ count: Int) -> SeriesValues {
    let memory = UnsharedMemory(count)
    return SeriesValues(memory.words, keptBy: memory)
  }

  subscript(_ index: Int) -> UInt64 { words[index].load(ordering: .relaxed) }

  func add(_ amount: UInt64, at index: Int) {
    words[index].wrappingAdd(amount, ordering: .relaxed)
  }

  func set(_ index: Int, to value: UInt64) { words[index].store(value, ordering: .relaxed) }

  private final class UnsharedMemory {
    let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let memory: UnsafeMutableRawPointer

    init(_ count: Int) {
      memory = .allocate(byteCount: count * 8, alignment: 8)
      memory.initializeMemory(as: UInt64.self, repeating: 0, count: count)
      words = memory.assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    deinit { memory.deallocate() }
  }
}
