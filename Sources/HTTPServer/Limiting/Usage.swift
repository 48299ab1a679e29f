/// What a connection uses of the limits that it shares with others.
struct Usage {
  /// Bytes counted in the loop's budget.
  private(set) var heldBytes = 0
  /// Counted against the client's address while part of a head is here.
  private var hasUnfinishedHead = false

  /// Counts `bytes` instead of what was counted before.
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
