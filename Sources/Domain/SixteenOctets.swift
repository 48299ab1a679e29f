import Text

/// 128 bits that name something, such as a UUID or half a digest, as two numbers.
package struct SixteenOctets: Sendable, Hashable {
  /// The first eight.
  package let high: UInt64
  /// The last eight.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil unless there are 16.
  package init?(_ octets: [UInt8]) {
    guard octets.count == 16 else { return nil }
    self.init(firstOf: octets)
  }

  /// The first 16 of them; nil where there are less.
  package init?(firstOf octets: [UInt8]) {
    guard octets.count >= 16 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for index in 0..<8 {
      high = high << 8 | UInt64(octets[index])
      low = low << 8 | UInt64(octets[index + 8])
    }
    self.init(high: high, low: low)
  }

  /// The first one is the highest of `high`.
  package var octets: [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(16)
    for word in [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        octets.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return octets
  }

  /// 32 lower-case hexadecimal digits.
  package var text: String { Hexadecimal.text(octets) }
}
