/// Octets as lower-case hexadecimal digits, two for each.
package enum Hexadecimal {
  package static func text(_ octets: [UInt8]) -> String {
    String(octetsMax: octets.count * 2) { writer in
      for octet in octets { writer.put(hexadecimal: UInt32(octet), digits: 2) }
    }
  }

  /// Sixteen digits, the first eight in `x`, the first one of these in the lowest octet.
  ///
  /// All at once: the two halves of each octet are laid side by side. Six more carry those from ten
  /// on into the next half, which tells them; in ASCII letters stand 7 or 39 places behind where
  /// digits end.
  static func digits(of number: UInt64, isUpperCase: Bool = false) -> SIMD2<UInt64> {
    let (octets, halves) = (number.bigEndian, 0x0F0F_0F0F_0F0F_0F0F as UInt64)
    var values = SIMD16<UInt8>()
    values.evenHalf = unsafeBitCast(octets >> 4 & halves, to: SIMD8<UInt8>.self)
    values.oddHalf = unsafeBitCast(octets & halves, to: SIMD8<UInt8>.self)
    let words = unsafeBitCast(values, to: SIMD2<UInt64>.self)
    let letters =
      (words &+ SIMD2(repeating: 0x0606_0606_0606_0606)) &>> 4
      & SIMD2(repeating: 0x0101_0101_0101_0101)
    // Times 7 or 39: the SIMD instructions that every processor has multiply no words of 64 bits.
    let upper = letters &<< 3 &- letters
    let places = isUpperCase ? upper : upper &+ letters &<< 5
    let digits = words &+ SIMD2(repeating: 0x3030_3030_3030_3030) &+ places
    return SIMD2(UInt64(littleEndian: digits.x), UInt64(littleEndian: digits.y))
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
