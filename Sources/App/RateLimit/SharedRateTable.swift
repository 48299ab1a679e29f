import Domain
import EventLoop
import HTTP
import Synchronization
import Transport

/// What clients have used up, in memory that all loops and all workers share.
///
/// A fixed table of 64-bit words: 24 bits of a client's hash, and the 40 lower bits of the tick
/// that its `RateLimit` keeps. A client belongs to one set of eight words, a line of the cache; a
/// set that is full gives up whoever will be forgotten first anyway. A word changes by
/// compare-and-exchange, so no request is counted twice or not at all, however many ask at once.
///
/// What two processes see has to be laid out alike: a line that begins with the seed, then the
/// sets.
struct SharedRateTable: Sendable {
  private let memory: SharedMemory
  /// Octets of the memory before the table.
  private let offset: Int
  private let setCount: Int
  private let limit: RateLimit
  /// Ticks ahead that are believed: what the limit can reach, and half a second more. Whoever has read
  /// the clock just before another wrote must not take that for something that lies far in the past.
  private let ticksAheadMax: Int64

  /// 100,000 clients. More at a time are not told apart from those that were forgotten.
  static let usualSetCount = 12_500
  static let waysPerSet = 8
  private static let octetsOfLine = 64

  /// What a table of so many sets takes, whatever happens: of the usual ones 800 KB.
  static func octets(setCount: Int = usualSetCount) -> Int { octetsOfLine * (1 + setCount) }

  /// Uses `octets(setCount:)` of the memory, from `offset` on, and gives them a seed when they are
  /// new.
  init(
    _ memory: SharedMemory, at offset: Int = 0, setCount: Int = usualSetCount, _ limit: RateLimit
  ) {
    precondition(setCount > 0, "a client belongs to a set")
    precondition(
      memory.count >= offset + Self.octets(setCount: setCount), "the table needs its memory")
    precondition(offset.isMultiple(of: Self.octetsOfLine), "a set is a line of the cache")
    self.memory = memory
    self.offset = offset
    self.setCount = setCount
    self.limit = limit
    ticksAheadMax = limit.ticksAheadMax + Int64(limit.tick(atNanoseconds: 500_000_000)) + 1
    // Nobody outside knows the seed, so nobody can choose addresses that fall into one set.
    _ = word(0).pointee.compareExchange(
      expected: 0, desired: .random(in: 1 ... .max), ordering: .relaxed)
  }

  /// Decides about one request of the client of `address` at a moment of the monotonic clock, in
  /// nanoseconds.
  ///
  /// - Parameter counts: whether it is taken from what the client has left.
  func admit(
    _ address: ClientAddress, counts: Bool = true, atNanoseconds now: Int64
  ) -> Admission {
    let hash = Self.hash(address, seed: word(0).pointee.load(ordering: .relaxed))
    let first = Self.waysPerSet * (1 + Int(hash.low % UInt64(setCount)))
    let entry = RateEntry(tag: hash.high, tick: limit.tick(atNanoseconds: now))
    while true {
      let (index, seen) = find(entry, in: first)
      let ahead = entry.isOwn(seen) ? entry.ahead(seen, atMost: ticksAheadMax) : 0
      let admission = limit.admit(ahead: ahead)
      guard admission.isAdmitted, counts else { return admission }
      let (isExchanged, _) = word(index).pointee.compareExchange(
        expected: seen, desired: entry.word(ahead: admission.ahead), ordering: .relaxed)
      // Otherwise somebody else changed it: what was decided is old.
      if isExchanged { return admission }
    }
  }

  /// The word of the client, or else the one to give up for it: an empty one, or the one whose
  /// tick lies farthest back. The first of several, so that two who look for the same client at
  /// the same time want the same word.
  private func find(_ entry: RateEntry, in first: Int) -> (index: Int, seen: UInt64) {
    var oldest = (index: first, seen: UInt64(0), ahead: Int64.max)
    for index in first..<first + Self.waysPerSet {
      let seen = word(index).pointee.load(ordering: .relaxed)
      if entry.isOwn(seen) { return (index, seen) }
      let ahead = seen == 0 ? .min : entry.ahead(seen, atMost: ticksAheadMax)
      if ahead < oldest.ahead { oldest = (index, seen, ahead) }
    }
    return (oldest.index, oldest.seen)
  }

  /// The words of the memory; zero, as new memory is, is what an atomic zero looks like.
  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (memory.base + offset).assumingMemoryBound(to: Atomic<UInt64>.self) + index
  }

  /// 64 bits for the set and 24 for the tag, from unrelated halves of a product.
  private static func hash(_ address: ClientAddress, seed: UInt64) -> (high: UInt64, low: UInt64) {
    let key: UInt64 =
      switch address.family {
      case .ipv4: 1 << 32 | address.network
      case .ipv6: address.network
      case .unix: 2 << 32
      }
    let mixed = SplitMix64.mix(key ^ seed)
    return (SplitMix64.mix(mixed &+ seed), mixed)
  }
}
