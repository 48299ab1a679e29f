/// Bytes as hexadecimal digits, two for each.
package enum Hexadecimal {
  package static func text(_ bytes: [UInt8], isUpperCase: Bool = false) -> String {
    let count = 2 * bytes.count
    return String(unsafeUninitializedCapacity: count) { text in
      var end = 0
      for byte in bytes { put(byte, isUpperCase, to: text, &end) }
      return count
    }
  }

  /// 32 lower-case digits in groups of 8, 4, 4, 4 and 12.
  ///
  /// - Parameter bytes: 16 of them.
  /// Source: RFC 9562 §4.
  package static func uuid(_ bytes: [UInt8]) -> String {
    precondition(bytes.count == 16, "a UUID has 16 bytes")
    return String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          text[end] = UInt8(ascii: "-")
          end += 1
        }
        put(byte, false, to: text, &end)
      }
      return end
    }
  }

  private static func put(
    _ byte: UInt8, _ isUpperCase: Bool, to text: UnsafeMutableBufferPointer<UInt8>,
    _ end: inout Int
  ) {
    let ten = UInt8(isUpperCase ? 0x37 : 0x57)
    func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : ten) }
    text[end] = digit(byte >> 4)
    text[end + 1] = digit(byte & 0x0F)
    end += 2
  }

  /// Nil for an odd number of digits or anything that is no digit.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
