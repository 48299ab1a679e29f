/// Bytes as hexadecimal digits, two for each.
package enum Hexadecimal {
  package static func text(_ bytes: [UInt8], isUpperCase: Bool = false) -> String {
    String(bytesMax: 2 * bytes.count) { $0.put(hexadecimal: bytes, isUpperCase: isUpperCase) }
  }

  /// - Parameter value: below 16.
  @inline(__always)
  static func digit(_ value: UInt8, isUpperCase: Bool) -> UInt8 {
    value + (value < 10 ? 0x30 : isUpperCase ? 0x37 : 0x57)
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
