/// Octets as text of 64 characters, without padding.
///
/// Source: RFC 4648 §4 and §5.
package struct Base64: Sendable {
  /// With `+` and `/`.
  package static let standard = Base64(plus: "+", slash: "/")
  /// With `-` and `_`, which mean nothing in a URL.
  package static let urlSafe = Base64(plus: "-", slash: "_")

  private let alphabet: [UInt8]
  /// The characters of 62 and 63.
  private let plus, slash: UInt8

  private init(plus: Unicode.Scalar, slash: Unicode.Scalar) {
    (self.plus, self.slash) = (UInt8(ascii: plus), UInt8(ascii: slash))
    let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    alphabet = Array(common.utf8) + [self.plus, self.slash]
  }

  package func contains(_ octet: UInt8) -> Bool { value(octet) != nil }

  package func text(_ octets: [UInt8]) -> String {
    let length = (octets.count * 4 + 2) / 3
    return alphabet.withUnsafeBufferPointer { alphabet in
      String(unsafeUninitializedCapacity: length) { text in
        octets.withUnsafeBufferPointer { Self.write($0, alphabet, to: text) }
        return length
      }
    }
  }

  /// Four characters for three octets, and two or three for what is left at the end.
  private static func write(
    _ octets: UnsafeBufferPointer<UInt8>, _ alphabet: UnsafeBufferPointer<UInt8>,
    to text: UnsafeMutableBufferPointer<UInt8>
  ) {
    var (start, end) = (0, 0)
    while start < octets.count {
      let count = min(3, octets.count - start)
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | (index < count ? UInt32(octets[start + index]) : 0) }
      for index in 0...count {
        text[end] = alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3F)]
        end += 1
      }
      start += count
    }
  }

  /// Nil for anything that `text` does not write: other characters, padding, and digits whose last
  /// bits are not zero, so that no two texts stand for the same octets.
  package func octets(_ text: Substring) -> [UInt8]? {
    // Where they lie: a view of a substring hands out one octet after the other, by calls.
    let found: [UInt8]?? = text.utf8.withContiguousStorageIfAvailable { self.octets(of: $0) }
    return found ?? Array(text.utf8).withUnsafeBufferPointer { self.octets(of: $0) }
  }

  private func octets(of digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var isWhole = false
    let octets = [UInt8](unsafeUninitializedCapacity: digits.count * 3 / 4) { octets, filled in
      var (bits, count) = (UInt32(0), 0)
      for digit in digits {
        guard let value = value(digit) else { return }
        bits = (bits << 6 | value) & 0x3FFF
        count += 6
        guard count >= 8 else { continue }
        count -= 8
        octets[filled] = UInt8(truncatingIfNeeded: bits >> UInt32(count))
        filled += 1
      }
      isWhole = count < 6 && bits & ((1 << UInt32(count)) - 1) == 0
    }
    return isWhole ? octets : nil
  }

  private func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case 0x41...0x5A: UInt32(digit - 0x41)
    case 0x61...0x7A: UInt32(digit - 0x61) + 26
    case 0x30...0x39: UInt32(digit - 0x30) + 52
    case plus: 62
    case slash: 63
    default: nil
    }
  }
}
