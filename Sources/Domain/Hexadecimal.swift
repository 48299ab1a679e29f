/// Octets as lower-case hexadecimal digits, two for each.
package enum Hexadecimal {
  package static func text(_ octets: [UInt8]) -> String {
    String(octetsMax: octets.count * 2) { writer in
      for octet in octets { writer.put(hexadecimal: UInt64(octet), digits: 2) }
    }
  }

  /// Sixteen digits, the first one in the highest octet of `high`.
  static func digits(
    of number: UInt64, isUpperCase: Bool = false
  ) -> (high: UInt64, low: UInt64) {
    let (first, last) = (UInt32(number >> 32), UInt32(truncatingIfNeeded: number))
    return (digits(of: first, isUpperCase: isUpperCase), digits(of: last, isUpperCase: isUpperCase))
  }

  /// Eight digits, the first one in the highest octet.
  ///
  /// All at once: the nibbles are spread over the octets. Six more carry those from ten on into the
  /// next nibble, which tells them; in ASCII letters stand 7 or 39 places behind where digits end.
  private static func digits(of number: UInt32, isUpperCase: Bool) -> UInt64 {
    var nibbles = UInt64(number)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = ((nibbles + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return nibbles + 0x3030_3030_3030_3030 + letters * (isUpperCase ? 7 : 39)
  }

  /// Nil for an odd number of digits or anything that is no digit.
  package static func octets(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var octets: [UInt8] = []
    octets.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      octets.append(high << 4 | low)
    }
    return octets
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
