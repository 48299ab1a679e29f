/// Makes an identifier for each request: unique in this process and, nearly surely, elsewhere.
///
/// Fifteen characters fit into a `String` without an allocation: five random ones for the loop,
/// then a counter.
struct RequestIDs {
  private let prefix: UInt64
  private var counter: UInt64 = 0
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let prefixLength = 5
  private static let length = 15

  init() { prefix = UInt64.random(in: 0..<(1 << (5 * UInt64(Self.prefixLength)))) }

  mutating func next() -> String {
    counter &+= 1
    return String(unsafeUninitializedCapacity: Self.length) { [counter] buffer in
      var (head, tail) = (prefix, counter)
      for index in (0..<Self.prefixLength).reversed() {
        buffer[index] = Self.digits[Int(head & 31)]
        head >>= 5
      }
      for index in (Self.prefixLength..<Self.length).reversed() {
        buffer[index] = Self.digits[Int(tail & 31)]
        tail >>= 5
      }
      return Self.length
    }
  }
}

/// Makes the identifiers of our spans: SplitMix64 from a random seed, since the standard asks for
/// numbers that are unlikely to meet, not for secrets, and the system's would cost a call each.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SpanIDs {
  private var state = UInt64.random(in: .min ... .max)

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
