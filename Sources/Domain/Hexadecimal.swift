/// Octets as lower-case hexadecimal digits, two for each.
package enum Hexadecimal {
  package static func text(_ octets: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for octet in octets {
      digits.append(digit(octet >> 4))
      digits.append(digit(octet & 0x0F))
    }
    return String(decoding: digits, as: UTF8.self)
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

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x57 + value
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
