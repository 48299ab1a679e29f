/// Breaks bytes in the ways that bring parsers to disagree.
package enum Mutation {
  private static let favourites =
    [UInt8]("\r\n\t :;,=%?#/\"\\0159aAfFgG\0".utf8) + [0x0B, 0x0C, 0x7F, 0x80, 0x85, 0xA0, 0xFF]

  /// One to four changes: a byte replaced, removed, doubled, inserted or repeated beyond a small
  /// limit, or a part repeated.
  ///
  /// - Parameter words: what else may be inserted, where single bytes do not get far.
  package static func of(
    _ bytes: [UInt8], _ random: inout Xorshift, inserting words: [[UInt8]] = []
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let other = Int.random(in: at...bytes.count, using: &random)
      let byte = favourites.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<(words.isEmpty ? 7 : 9), using: &random) {
      case 0: bytes[at] = byte
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(bytes[at], at: at)
      case 3: bytes.insert(byte, at: at)
      case 4: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
      case 5:
        let times = Int.random(in: 1...600, using: &random)
        bytes.insert(contentsOf: repeatElement(bytes[at], count: times), at: at)
      case 6: bytes.insert(contentsOf: bytes[at..<other], at: at)
      default: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: at)
      }
    }
    return bytes
  }
}

/// A generator that repeats from its seed. Source: Marsaglia, "Xorshift RNGs" (2003).
package struct Xorshift: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed | 1 }

  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
