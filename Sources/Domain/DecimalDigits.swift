/// Writes numbers from their last digit on, two digits at a time, in places as long as they are.
package enum DecimalDigits {
  /// How many digits a number has.
  package static func count(_ number: UInt64) -> Int {
    // Nearly all numbers are below, and need no division.
    guard number < 100_000_000 else { return 8 + count(number / 100_000_000) }
    guard number >= 10_000 else {
      return 1 + (number >= 10 ? 1 : 0) + (number >= 100 ? 1 : 0) + (number >= 1_000 ? 1 : 0)
    }
    return 5 + (number >= 100_000 ? 1 : 0) + (number >= 1_000_000 ? 1 : 0)
      + (number >= 10_000_000 ? 1 : 0)
  }

  /// Writes the digits in front of `end` and returns where they begin: ``count(_:)`` octets before,
  /// which the caller has.
  @discardableResult
  package static func put(
    _ number: UInt64, before end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var (first, rest) = (end, number)
    while rest >= 100 {
      let (others, pair) = rest.quotientAndRemainder(dividingBy: 100)
      first = putPair(pair, before: first)
      rest = others
    }
    return putLast(rest, before: first)
  }

  /// How many octets a number takes in groups of three.
  static func groupedCount(_ number: UInt64) -> Int {
    let digits = count(number)
    return digits + (digits - 1) / 3
  }

  /// As `put`, in groups of three: `1,234,567`; ``groupedCount(_:)`` octets.
  static func put(grouped number: UInt64, before end: UnsafeMutablePointer<UInt8>) {
    var (first, rest) = (end, number)
    while rest >= 1_000 {
      let (others, group) = rest.quotientAndRemainder(dividingBy: 1_000)
      first = putPair(group % 100, before: first)
      first = putDigit(group / 100, before: first) - 1
      first.initialize(to: UInt8(ascii: ","))
      rest = others
    }
    guard rest >= 100 else { return _ = putLast(rest, before: first) }
    _ = putDigit(rest / 100, before: putPair(rest % 100, before: first))
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
    // As dividing by ten, for all numbers below 179.
    let tens = (number &* 103) >> 10
    let digits = UInt16(truncatingIfNeeded: tens | (number &- tens &* 10) << 8) | 0x3030
    let first = end - 2
    UnsafeMutableRawPointer(first).storeBytes(of: digits.littleEndian, as: UInt16.self)
    return first
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
