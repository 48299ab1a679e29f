/// Numbers as people read them.
package enum Decimal {
  /// Digits in groups of three: `1,234,567`, `-1,000`.
  package static func grouped(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.utf8.enumerated() {
      if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text.append(",") }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// Digits with zeros in front.
  ///
  /// - Parameter number: not negative.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
