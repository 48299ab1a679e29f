extension Numeric: LosslessStringConvertible {
  /// Reads a decimal as PostgreSQL does: digits, perhaps a sign, a point and an exponent; or `NaN`,
  /// `Infinity`, `-Infinity`.
  ///
  /// Returns nil when it is none, or has more than 131,072 digits before the point or 16,383
  /// behind.
  ///
  /// Stricter than PostgreSQL: no spaces, no other spellings. It adds as many zeros to the number
  /// as the text shows, so that `1.50` stays `1.50`.
  public init?(_ text: String) {
    switch text {
    case "NaN": self = .notANumber
    case "Infinity": self = .infinity
    case "-Infinity": self = .negativeInfinity
    default:
      guard let decimal = DecimalText(text) else { return nil }
      self.init(decimal)
    }
  }

  private init?(_ decimal: DecimalText) {
    let digits = decimal.digits.drop { $0 == 0 }
    let sign: Sign = decimal.isNegative ? .negative : .positive
    // Decimals of the number before its point, which may be negative.
    let before = decimal.digitsBeforePoint - (decimal.digits.count - digits.count)
    let weight = (before + 3).dividedDown(by: 4) - 1
    guard weight <= Int16.max || digits.isEmpty else { return nil }
    let zerosInFront = (weight + 1) * 4 - before
    var groups: [UInt16] = []
    groups.reserveCapacity(digits.count / 4 + 2)
    var group: UInt16 = 0
    var place = zerosInFront
    for digit in digits {
      group = group * 10 + UInt16(digit)
      place += 1
      guard place % 4 == 0 else { continue }
      groups.append(group)
      group = 0
    }
    while place % 4 != 0 {
      group *= 10
      place += 1
      if place % 4 == 0 { groups.append(group) }
    }
    self.init(sign: sign, weight: weight, scale: decimal.scale, groups: groups)
  }

  /// The number as PostgreSQL writes it, without an exponent.
  public var description: String {
    switch sign {
    case .notANumber: return "NaN"
    case .infinity: return "Infinity"
    case .negativeInfinity: return "-Infinity"
    case .positive, .negative: break
    }
    var text: [UInt8] = sign == .negative ? [UInt8(ascii: "-")] : []
    appendWhole(to: &text)
    appendFraction(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func appendWhole(to text: inout [UInt8]) {
    guard weight >= 0, !groups.isEmpty else { return text.append(UInt8(ascii: "0")) }
    let start = text.count
    for place in 0...Int(weight) { append(group(place), to: &text) }
    let zeros = text[start...].prefix { $0 == UInt8(ascii: "0") }.count
    text.removeSubrange(start..<start + zeros)
  }

  private func appendFraction(to text: inout [UInt8]) {
    guard scale > 0 else { return }
    text.append(UInt8(ascii: "."))
    let end = text.count + Int(scale)
    var place = Int(weight) + 1
    // Between the point and the first group of a small number.
    for _ in 0..<max(0, -place) where text.count < end { append(0, to: &text) }
    place = max(place, 0)
    while text.count < end {
      append(group(place), to: &text)
      place += 1
    }
    text.removeSubrange(end...)
  }

  private func group(_ place: Int) -> UInt16 { place < groups.count ? groups[place] : 0 }

  private func append(_ group: UInt16, to text: inout [UInt8]) {
    for unit in [1000, 100, 10, 1] as [UInt16] {
      text.append(UInt8(ascii: "0") + UInt8(group / unit % 10))
    }
  }
}

/// What a decimal's text says, before it is known whether PostgreSQL can hold it.
private struct DecimalText {
  var isNegative = false
  /// 0 to 9 each, the point left out.
  var digits: [UInt8] = []
  /// How many digits come before the point once the exponent is counted in; may be negative.
  var digitsBeforePoint = 0
  /// Digits behind the point, or 0.
  var scale = 0
  /// More than PostgreSQL can hold, and few enough digits that nothing overflows here.
  private static let exponentMax = 1_000_000

  init?(_ text: String) {
    var rest = Substring(text).utf8
    isNegative = Self.takeSign(&rest)
    takeDigits(&rest)
    let digitsInFront = digits.count
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      takeDigits(&rest)
    }
    guard !digits.isEmpty, let exponent = Self.takeExponent(&rest), rest.isEmpty else { return nil }
    digitsBeforePoint = digitsInFront + exponent
    scale = max(0, digits.count - digitsInFront - exponent)
  }

  private mutating func takeDigits(_ rest: inout Substring.UTF8View) {
    while let digit = rest.first.map({ $0 &- UInt8(ascii: "0") }), digit <= 9 {
      digits.append(digit)
      rest.removeFirst()
    }
  }

  /// Whether there is a minus.
  private static func takeSign(_ rest: inout Substring.UTF8View) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
      return false
    }
    rest.removeFirst()
    return first == UInt8(ascii: "-")
  }

  /// The exponent, 0 when there is none, nil when it is malformed or beyond everything.
  private static func takeExponent(_ rest: inout Substring.UTF8View) -> Int? {
    guard let first = rest.first, first == UInt8(ascii: "e") || first == UInt8(ascii: "E") else {
      return 0
    }
    rest.removeFirst()
    let isNegative = takeSign(&rest)
    let exponent = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest.removeFirst(exponent.count)
    guard let value = Int(Substring(exponent)), value <= exponentMax else { return nil }
    return isNegative ? -value : value
  }
}

extension Int {
  fileprivate func dividedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
