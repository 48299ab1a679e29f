internal import HTTP

/// The open connections of each client's address, so that none of them can take all.
///
/// Never longer than there are connections: an address leaves with its last one.
struct AddressTable {
  /// A client by its network, since a single host has all the addresses there.
  struct Key: Hashable {
    private let isIPv6: Bool
    private let bits: UInt64

    /// Nil for the peer of a Unix-domain socket.
    init?(_ address: ClientAddress) {
      guard address.family != .unix else { return nil }
      isIPv6 = address.family == .ipv6
      bits = address.network
    }
  }

  private struct Load {
    var connections = 0
    var unfinishedHeads = 0
  }

  private var loads: [Key: Load] = [:]
  /// Addresses with an open connection.
  var count: Int { loads.count }

  func connections(of key: Key) -> Int { loads[key]?.connections ?? 0 }

  mutating func addConnection(of key: Key) { loads[key, default: Load()].connections += 1 }

  mutating func removeConnection(of key: Key) {
    guard let index = loads.index(forKey: key) else { return }
    loads.values[index].connections -= 1
    if loads.values[index].connections <= 0 { loads.remove(at: index) }
  }

  /// Notes one more head that has begun and is not complete; false, and nothing noted, when there
  /// are `limit` already.
  mutating func addUnfinishedHead(of key: Key, atMost limit: Int) -> Bool {
    let count = loads[key]?.unfinishedHeads ?? 0
    guard count < limit else { return false }
    loads[key, default: Load()].unfinishedHeads = count + 1
    return true
  }

  mutating func removeUnfinishedHead(of key: Key) { loads[key]?.unfinishedHeads -= 1 }
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
    of key: AddressTable.Key?, in addresses: inout AddressTable, atMost limit: Int
  ) -> Bool {
    guard !hasUnfinishedHead, let key else { return true }
    hasUnfinishedHead = addresses.addUnfinishedHead(of: key, atMost: limit)
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
