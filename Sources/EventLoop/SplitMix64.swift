/// Numbers that are unlikely to meet and cost a few instructions each. No secrets: who knows one
/// knows all.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The same numbers again for the same seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    defer { state &+= Self.step }
    return Self.mix(state)
  }

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Spreads a small difference of two numbers over all bits.
  package static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &+ step
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
