/// Bytes as text of 64 characters, without padding.
///
/// Source: RFC 4648 §4 and §5.
package struct Base64: Sendable {
  /// With `+` and `/`.
  package static let standard = Base64(plus: "+", slash: "/")
  /// With `-` and `_`, which mean nothing in a URL.
  package static let urlSafe = Base64(plus: "-", slash: "_")

  private let alphabet: [UInt8]
  /// The value of each byte as a digit; ``none`` for other bytes.
  private let values: [UInt8]
  private static let none: UInt8 = 0xFF

  private init(plus: Unicode.Scalar, slash: Unicode.Scalar) {
    let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    let alphabet = Array(common.utf8) + [UInt8(ascii: plus), UInt8(ascii: slash)]
    var values = [UInt8](repeating: Self.none, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    (self.alphabet, self.values) = (alphabet, values)
  }

  package func contains(_ byte: UInt8) -> Bool { values[Int(byte)] != Self.none }

  package func text(_ bytes: [UInt8]) -> String {
    let length = (bytes.count * 4 + 2) / 3
    return alphabet.withUnsafeBufferPointer { alphabet in
      String(unsafeUninitializedCapacity: length) { text in
        bytes.withUnsafeBufferPointer { Self.write($0, alphabet, to: text) }
        return length
      }
    }
  }

  /// Four characters for three bytes, and two or three for what is left at the end.
  private static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, _ alphabet: UnsafeBufferPointer<UInt8>,
    to text: UnsafeMutableBufferPointer<UInt8>
  ) {
    var (start, end) = (0, 0)
    func put(_ digits: Int, of bits: UInt32) {
      for index in 0..<digits {
        text[end + index] = alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3F)]
      }
      end += digits
    }
    while bytes.count - start >= 3 {
      let (first, second) = (UInt32(bytes[start]), UInt32(bytes[start + 1]))
      put(4, of: first << 16 | second << 8 | UInt32(bytes[start + 2]))
      start += 3
    }
    switch bytes.count - start {
    case 1: put(2, of: UInt32(bytes[start]) << 16)
    case 2: put(3, of: UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8)
    default: break
    }
  }

  /// Nil for anything that `text` does not write: other characters, padding, and digits whose last
  /// bits are not zero, so that no two texts mean the same bytes.
  package func bytes(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { bytes(of: $0) }
  }

  private func bytes(of digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: digits.count * 3 / 4) { bytes, filled in
      values.withUnsafeBufferPointer { values in
        isWhole = Self.read(digits, values, to: bytes, &filled)
      }
    }
    return isWhole ? bytes : nil
  }

  /// Three bytes for four digits, and one or two for what is left at the end; false where they
  /// are malformed.
  private static func read(
    _ digits: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>,
    to bytes: UnsafeMutableBufferPointer<UInt8>, _ filled: inout Int
  ) -> Bool {
    var start = 0
    // Values have six bits; other bytes have more, and are looked for in all at once.
    func bits(_ count: Int) -> UInt32? {
      var (bits, all) = (UInt32(0), UInt8(0))
      for index in 0..<count {
        let value = values[Int(digits[start + index])]
        (bits, all) = (bits << 6 | UInt32(value & 0x3F), all | value)
      }
      return all < 64 ? bits : nil
    }
    func put(_ count: Int, of bits: UInt32) {
      for index in 0..<count {
        bytes[filled + index] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * (count - 1 - index)))
      }
      filled += count
    }
    while digits.count - start >= 4 {
      guard let bits = bits(4) else { return false }
      put(3, of: bits)
      start += 4
    }
    let left = digits.count - start
    guard left > 0 else { return true }
    // Of 12 or 18 bits, 8 or 16 are bytes and the others are zero.
    guard left > 1, let bits = bits(left), bits & (left == 2 ? 0xF : 0x3) == 0 else { return false }
    put(left - 1, of: bits >> (left == 2 ? 4 : 2))
    return true
  }
}

/// Bytes as hexadecimal digits, two for each.
package enum Hexadecimal {
  package static func text(_ bytes: [UInt8], isUpperCase: Bool = false) -> String {
    String(bytesMax: 2 * bytes.count) { $0.put(hexadecimal: bytes, isUpperCase: isUpperCase) }
  }

  /// The eight digits of a number, in lower case, the first one in the lowest byte.
  ///
  /// All at once: a page of a list has forty digests and identifiers. The bytes are moved apart,
  /// then their halves. Only a half above 9 reaches 16 when 6 is added.
  static func word(_ number: UInt32) -> UInt64 {
    var halves = UInt64(number.byteSwapped)
    halves = (halves | halves << 16) & 0x0000_FFFF_0000_FFFF
    halves = (halves | halves << 8) & 0x00FF_00FF_00FF_00FF
    halves = (halves >> 4 | halves << 8) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (halves &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return halves &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
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
