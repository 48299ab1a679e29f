internal import HTTP

/// The open connections of each client's address, so that none of them can take all.
///
/// Never longer than three times the connections: an address leaves with its last one.
struct AddressTable {
  /// A client by its network, since a single host has all the addresses there.
  struct Key: Hashable {
    private let isIPv6: Bool
    private let bits: UInt64
    private let length: UInt64

    /// Nil for the peer of a Unix-domain socket.
    init?(_ address: ClientAddress) {
      guard address.family != .unix else { return nil }
      self.init(isIPv6: address.family == .ipv6, bits: address.network, length: 64)
    }

    private init(isIPv6: Bool, bits: UInt64, length: UInt64) {
      self.isIPv6 = isIPv6
      self.bits = bits
      self.length = length
    }

    /// The networks around it that one customer may have: a /56 and a /48 of IPv6.
    fileprivate var wider: [Key] {
      guard isIPv6 else { return [] }
      return [56, 48].map { Key(isIPv6: true, bits: bits & (.max << (64 - $0)), length: $0) }
    }
  }

  /// The most of something that a network may have, and each of those around it.
  struct Bound {
    let ofKey: Int
    let ofWider: Int

    init(ofKey: Int, ofWider: Int) {
      self.ofKey = ofKey
      self.ofWider = ofWider
    }

    /// Ten times as much for the networks around it: several people may share one.
    init(_ limit: Int) {
      let (product, overflows) = max(1, limit).multipliedReportingOverflow(by: 10)
      self.init(ofKey: max(1, limit), ofWider: overflows ? .max : product)
    }
  }

  private struct Load {
    var connections = 0
    var unfinishedHeads = 0
    var keptBytes = 0

    var isEmpty: Bool { connections <= 0 && unfinishedHeads <= 0 && keptBytes <= 0 }
  }

  private var loads: [Key: Load] = [:]
  /// Networks with an open connection.
  var count: Int { loads.count }

  /// Whether a network may open one more connection.
  func admitsConnection(of key: Key, atMost bound: Bound) -> Bool {
    admits(\.connections, of: key, atMost: bound)
  }

  mutating func addConnection(of key: Key) { change(\.connections, of: key, by: 1) }

  mutating func removeConnection(of key: Key) { change(\.connections, of: key, by: -1) }

  /// Notes one more head that has begun and is not complete; false, and nothing noted, when there
  /// are too many already.
  mutating func addUnfinishedHead(of key: Key, atMost bound: Bound) -> Bool {
    guard admits(\.unfinishedHeads, of: key, atMost: bound) else { return false }
    change(\.unfinishedHeads, of: key, by: 1)
    return true
  }

  mutating func removeUnfinishedHead(of key: Key) { change(\.unfinishedHeads, of: key, by: -1) }

  /// Bytes of bodies that are kept for all clients of the widest network around an address.
  func keptBytes(around key: Key) -> Int { loads[key.wider.last ?? key]?.keptBytes ?? 0 }

  /// Counts bytes of a body that are kept from now on; a negative count gives back.
  mutating func keep(_ bytes: Int, of key: Key) { change(\.keptBytes, of: key, by: bytes) }

  private func admits(_ part: KeyPath<Load, Int>, of key: Key, atMost bound: Bound) -> Bool {
    func count(_ key: Key) -> Int { loads[key]?[keyPath: part] ?? 0 }
    return count(key) < bound.ofKey && key.wider.allSatisfy { count($0) < bound.ofWider }
  }

  private mutating func change(_ part: WritableKeyPath<Load, Int>, of key: Key, by step: Int) {
    guard step > 0 || loads[key] != nil else { return }
    for key in [key] + key.wider {
      loads[key, default: Load()][keyPath: part] += step
      if loads[key]?.isEmpty == true { loads[key] = nil }
    }
  }
}

/// The part that a connection uses of the limits that it shares with others.
struct Usage {
  /// Bytes counted in the server's budget.
  private(set) var heldBytes = 0
  /// Counted against the client's address while part of a head is here.
  private var hasUnfinishedHead = false

  /// Counts `bytes` in place of the former count.
  mutating func hold(_ bytes: Int, of budget: MemoryBudget) {
    let counted = bytes > MemoryBudget.freeBytes ? bytes : 0
    guard counted != heldBytes else { return }
    budget.change(by: counted - heldBytes)
    heldBytes = counted
  }

  /// Part of a head is here and the rest is not. False when the address has too many of these.
  mutating func beginHead(
    of key: AddressTable.Key?, in addresses: inout AddressTable, atMost bound: AddressTable.Bound
  ) -> Bool {
    guard !hasUnfinishedHead, let key else { return true }
    hasUnfinishedHead = addresses.addUnfinishedHead(of: key, atMost: bound)
    return hasUnfinishedHead
  }

  /// The head is complete, or given up.
  mutating func endHead(
    of key: @autoclosure () -> AddressTable.Key?, in addresses: inout AddressTable
  ) {
    guard hasUnfinishedHead, let key = key() else { return }
    hasUnfinishedHead = false
    addresses.removeUnfinishedHead(of: key)
  }
}
