/// The handlers of watched descriptors, found by a token that is never mistaken for a later one.
///
/// A descriptor number is reused as soon as it is closed, while events for its former owner may
/// still wait in a fetched batch; the generation in the upper half tells them apart.
struct WatchTable {
  private struct Slot {
    var handler: (any ReadinessHandler)?
    var generation: UInt32
  }
  private var slots: [Slot] = []
  private var free: [Int] = []

  mutating func insert(_ handler: any ReadinessHandler) -> Int {
    if let index = free.popLast() {
      slots[index].handler = handler
      return token(index)
    }
    slots.append(Slot(handler: handler, generation: 0))
    return token(slots.count - 1)
  }

  mutating func remove(_ token: Int) {
    guard let index = index(of: token) else { return }
    slots[index].handler = nil
    slots[index].generation &+= 1
    free.append(index)
  }

  func handler(of token: Int) -> (any ReadinessHandler)? {
    index(of: token).flatMap { slots[$0].handler }
  }

  private func token(_ index: Int) -> Int {
    Int(slots[index].generation & 0x7FFF_FFFF) << 32 | index
  }

  private func index(of token: Int) -> Int? {
    let index = token & 0xFFFF_FFFF
    guard index < slots.count, self.token(index) == token else { return nil }
    return index
  }
}
