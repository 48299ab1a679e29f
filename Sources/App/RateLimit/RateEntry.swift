/// One request that is being decided about, and how a client stands in a word of the table: the tag
/// in the upper 24 bits, the lower 40 bits of its tick in the others.
///
/// 40 bits of ticks come round after five years at a hundred requests a second, and after two days
/// at the most that can be allowed. A word that was not touched for so long may look as if its tick
/// lay ahead: only the few ticks that a rate limit can reach are believed, the rest lies in the past.
struct RateEntry {
  private let tag: UInt64
  private let tick: UInt64
  private static let tickBits: UInt64 = 40
  private static let tickMask: UInt64 = (1 << tickBits) - 1

  init(tag: UInt64, tick: UInt64) {
    // No tag is 0, so that no word in use is.
    self.tag = max(1, tag >> Self.tickBits)
    self.tick = tick & Self.tickMask
  }

  func isOwn(_ word: UInt64) -> Bool { word >> Self.tickBits == tag }

  /// Ticks from now to the tick of a word; negative when it lies in the past.
  func ahead(_ word: UInt64, atMost limit: Int64) -> Int64 {
    let distance = Int64((word &- tick) & Self.tickMask)
    return distance <= limit ? distance : distance - (1 << Int64(Self.tickBits))
  }

  func word(ahead: Int64) -> UInt64 {
    tag << Self.tickBits | (tick &+ UInt64(max(0, ahead))) & Self.tickMask
  }
}
