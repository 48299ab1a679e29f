/// Writes numbers from their last digit on, two digits at a time.
package enum DecimalDigits {
  /// The largest number has 20 digits; with commas between groups of three, 26 octets.
  package static let octetsMax = 26

  /// Writes the digits in front of `end` and returns where they begin.
  package static func put(
    _ number: UInt64, before end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var (first, rest) = (end, number)
    while rest >= 100 {
      first = putPair(rest % 100, before: first)
      rest /= 100
    }
    return putLast(rest, before: first)
  }

  /// As `put`, in groups of three: `1,234,567`.
  static func put(
    grouped number: UInt64, before end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var (first, rest) = (end, number)
    while rest >= 1_000 {
      let group = rest % 1_000
      first = putPair(group % 100, before: first)
      first = putDigit(group / 100, before: first) - 1
      first.initialize(to: UInt8(ascii: ","))
      rest /= 1_000
    }
    guard rest >= 100 else { return putLast(rest, before: first) }
    return putDigit(rest / 100, before: putPair(rest % 100, before: first))
  }

  /// A number below 100, without a zero in front.
  @inline(__always)
  private static func putLast(
    _ number: UInt64, before end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    number >= 10 ? putPair(number, before: end) : putDigit(number, before: end)
  }

  /// A number below 100, with a zero in front where it is below 10.
  @inline(__always)
  static func putPair(
    _ number: UInt64, before end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    putDigit(number / 10, before: putDigit(number % 10, before: end))
  }

  @inline(__always)
  static func putDigit(
    _ number: UInt64, before end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let first = end - 1
    first.initialize(to: 0x30 + UInt8(truncatingIfNeeded: number))
    return first
  }
}
