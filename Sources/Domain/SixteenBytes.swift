import Text

/// 128 bits that name something, such as a UUID or half a digest, as two numbers.
package struct SixteenBytes: Sendable, Hashable {
  /// The first eight bytes.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil unless there are 16 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(firstOf: bytes)
  }

  /// The first 16 bytes; nil if there are fewer.
  package init?(firstOf bytes: [UInt8]) {
    guard bytes.count >= 16 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for index in 0..<8 {
      high = high << 8 | UInt64(bytes[index])
      low = low << 8 | UInt64(bytes[index + 8])
    }
    self.init(high: high, low: low)
  }

  /// The 16 bytes, the highest of `high` first.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for word in [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }

  /// 32 lower-case hexadecimal digits.
  package var text: String {
    String(bytesMax: 32) { $0.put(self) }
  }

  /// Reads `8-4-4-4-12` hexadecimal digits, in either case; nil for anything else.
  ///
  /// Source: RFC 9562 §4.
  package init?(uuid text: String) {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map({ $0.count }) == [8, 4, 4, 4, 12],
      let bytes = Hexadecimal.bytes(String(decoding: groups.joined(), as: UTF8.self))
    else { return nil }
    self.init(bytes)
  }

  /// As a UUID: 8-4-4-4-12 digits, in lower case.
  ///
  /// Source: RFC 9562 §4.
  package var uuid: String {
    String(bytesMax: 36) { text in
      text.put(hexadecimal: high >> 32, digits: 8)
      text.put("-")
      text.put(hexadecimal: high >> 16, digits: 4)
      text.put("-")
      text.put(hexadecimal: high, digits: 4)
      text.put("-")
      text.put(hexadecimal: low >> 48, digits: 4)
      text.put("-")
      text.put(hexadecimal: low, digits: 12)
    }
  }
}

extension TextWriter {
  /// 32 lower-case hexadecimal digits.
  mutating func put(_ bytes: SixteenBytes) {
    put(hexadecimal: bytes.high, digits: 16)
    put(hexadecimal: bytes.low, digits: 16)
  }
}
