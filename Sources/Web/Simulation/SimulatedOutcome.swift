/// The outcome of one request with a simulation.
package struct SimulatedOutcome: Equatable, Sendable {
  /// How long its answer is held back; nil for not at all.
  package let delay: Duration?
  /// The answer instead of the real one.
  package let status: Int?
  package let isCut: Bool

  /// Takes three chances whatever the field asks for, so that one more part in it does not change
  /// what becomes of the others.
  package init(_ field: SimulateField, _ chances: Chances) {
    var chances = chances
    let (late, refused, cut) = (chances.next(), chances.next(), chances.next())
    delay = field.latency.map { mean in
      let milliseconds = Double(mean) + (2 * late - 1) * Double(field.spread)
      return .microseconds(Int64(max(0, milliseconds) * 1_000))
    }
    status = refused < field.statusProbability ? field.status : nil
    isCut = cut < field.cutProbability
  }
}

/// Numbers from 0 up to 1, the same again for the same seed and number of a request.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014 (SplitMix64).
package struct Chances: Sendable {
  private var state: UInt64

  /// - Parameter number: of the request with this seed, from 1.
  package init(seed: UInt64, number: UInt64) {
    state = Self.mix(Self.mix(seed) &+ number)
  }

  package mutating func next() -> Double {
    state &+= Self.step
    // As many bits as a Double holds.
    return Double(Self.mix(state) >> 11) / Double(1 << 53)
  }

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
