import Synchronization

/// The series that one event loop counts, in memory that another process may read.
///
/// Memory only grows: first comes how much of it is in use, then one entry behind the other, each
/// with its key and its values. An entry is complete before the length covers it, so that whoever
/// reads at any time finds whole entries, also when the writer is killed. The process that takes a
/// dead one's place goes on with its entries, so that counters do not go backwards.
package final class SeriesStore: Sendable {
  /// Bytes that a store may have. A series takes some hundred, and there are a few thousand.
  package static let bytes = 1 << 20
  private static let headBytes = 16
  private static let alignment = 8

  private let memory: Memory
  /// By key, the offset of the values; held while an entry is made.
  private let known: Mutex<[String: Int]>

  private struct Memory: @unchecked Sendable {
    // Unchecked: what is shared there is made of atomics, or written before they publish it.
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

  /// Takes over memory of ``bytes`` that `owner` keeps: all zero, or with what an earlier writer
  /// has left. One process writes at a time.
  package init(at start: UnsafeMutableRawPointer, keptBy owner: AnyObject) {
    memory = Memory(start: start, owner: owner)
    known = Mutex([:])
    var offsets: [String: Int] = [:]
    visit { key, offset, _ in offsets[key] = offset }
    known.withLock { $0 = offsets }
  }

  /// Series that found no room, by this writer and those before.
  package var lostSeries: UInt64 { memory.lost.pointee.load(ordering: .relaxed) }

  /// The values of a series, made when there are none.
  ///
  /// A series without room gets memory that nobody reads.
  func values(of key: String, count: Int, startingAt first: UInt64 = 0) -> SeriesValues {
    known.withLock { offsets in
      if let offset = offsets[key] { return values(at: offset) }
      guard let offset = append(key, count, first) else {
        memory.lost.pointee.wrappingAdd(1, ordering: .relaxed)
        return .unread(count)
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
    // What a killed writer had begun there may not be zero.
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

  /// Says of every gauge that nobody knows it: its process has ended.
  package func forgetGauges(of families: [MetricFamily]) {
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

/// The words of one series, which many threads may add to without a lock.
struct SeriesValues: @unchecked Sendable {
  // Unchecked: the words are atomics.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let owner: AnyObject

  init(_ words: UnsafeMutablePointer<Atomic<UInt64>>, keptBy owner: AnyObject) {
    self.words = words
    self.owner = owner
  }

  /// Values that are written and never read.
  static func unread(_ count: Int) -> SeriesValues {
    let memory = UnreadMemory(count)
    return SeriesValues(memory.words, keptBy: memory)
  }

  subscript(_ index: Int) -> UInt64 { words[index].load(ordering: .relaxed) }

  func add(_ amount: UInt64, at index: Int) {
    words[index].wrappingAdd(amount, ordering: .relaxed)
  }

  func set(_ index: Int, to value: UInt64) { words[index].store(value, ordering: .relaxed) }

  /// Adds to a floating-point number; what nobody knows counts as zero.
  func add(_ amount: Double, toNumberAt index: Int) {
    var before = self[index]
    while true {
      let number = Double(bitPattern: before)
      let sum = (number.isNaN ? 0 : number) + amount
      let (isDone, found) = words[index].weakCompareExchange(
        expected: before, desired: sum.bitPattern, ordering: .relaxed)
      if isDone { return }
      before = found
    }
  }

  private final class UnreadMemory {
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
