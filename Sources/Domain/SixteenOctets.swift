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
  package init?(_ octets: some Collection<UInt8>) {
    guard octets.count == 16 else { return nil }
    high = octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = octets.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The first 16 of them; nil where there are less.
  package init?(firstOf octets: [UInt8]) {
    self.init(octets.prefix(16))
  }

  /// The first one is the highest of `high`.
  package var octets: [UInt8] {
    [high, low].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// 32 lower-case hexadecimal digits.
  package var text: String { Hexadecimal.text(octets) }
}
