/// Writes numbers in decimal, eight digits at a time, which lie in one word while they are made.
///
/// A page of a list has two hundred numbers. To find digits one by one, or in pairs, takes a step
/// that waits for the one before it for each, and a guess of how many there will be.
package enum DecimalDigits {
  /// Room that `put` takes: the digits of the greatest number. It may write to all of it.
  package static var bytesMax: Int { 20 }
  /// As many digits as lie in one word.
  private static let wordMax = 8

  /// Writes the digits to `target`, which has room for ``bytesMax``; returns how many there are.
  package static func put(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> Int {
    number < wordLimit ? putFirst(number, at: target) : putLong(number, at: target)
  }

  /// A separate function, so that nearly all numbers need no call.
  @inline(never)
  private static func putLong(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> Int {
    let (upper, lower) = number.quotientAndRemainder(dividingBy: wordLimit)
    let count = put(upper, at: target)
    store(word(lower), at: target + count)
    return count + wordMax
  }

  /// The last digits of a number, with zeros in front: exactly `width` bytes, at most ``wordMax``.
  package static func put(
    _ number: UInt64, width: Int, at target: UnsafeMutablePointer<UInt8>
  ) {
    precondition(0...wordMax ~= width, "a word has eight digits")
    let digits = word(number % wordLimit) &>> UInt64(8 * (wordMax - width))
    target.initialize(fromLow: digits, count: width)
  }

  /// The first number that takes more than a word.
  private static let wordLimit: UInt64 = 100_000_000

  /// Writes a number below ``wordLimit``, and something behind it: a word in all.
  @inline(__always)
  private static func putFirst(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> Int {
    let digits = word(number)
    // A zero is 0x30 in ASCII. Of nothing but zeros the last one stays.
    let zeros = ((digits ^ zeroes) | 1 << 56).trailingZeroBitCount & ~7
    store(digits &>> UInt64(zeros), at: target)
    return wordMax - zeros / 8
  }

  @inline(__always)
  private static func store(_ word: UInt64, at target: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Eight digits of a number below ``wordLimit`` in ASCII, the first one in the lowest byte.
  ///
  /// A half of them is divided in each step, all parts at once. Multiplying and shifting divides
  /// numbers below 10,000 by 100, and numbers below 100 by 10; no part runs over into the next.
  @inline(__always)
  private static func word(_ number: UInt64) -> UInt64 {
    let fours = number / 10_000 | (number % 10_000) << 32
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    return (tens | (twos &- tens &* 10) << 8) | zeroes
  }

  /// Eight times `0`.
  private static let zeroes: UInt64 = 0x3030_3030_3030_3030
}
