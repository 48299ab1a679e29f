/// Numbers as people read them.
package enum Decimal {
  /// Digits in groups of three: `1,234,567`, `-1,000`.
  package static func grouped(_ number: Int64) -> String {
    // 19 digits, 6 commas and a sign, from the last one on.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 26) { text in
      var (start, rest, count) = (text.count, number.magnitude, 0)
      repeat {
        if count > 0, count.isMultiple(of: 3) {
          start -= 1
          text[start] = UInt8(ascii: ",")
        }
        start -= 1
        text[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        (rest, count) = (rest / 10, count + 1)
      } while rest > 0
      if number < 0 {
        start -= 1
        text[start] = UInt8(ascii: "-")
      }
      return String(decoding: text[start...], as: UTF8.self)
    }
  }

  /// Digits with zeros in front.
  ///
  /// - Parameter number: not negative.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
