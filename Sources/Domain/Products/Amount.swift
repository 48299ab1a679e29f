/// An amount as people write it, `12000` or `19.99`, before its currency and number of decimals are
/// known; or an amount in minor units.
package struct Amount: Sendable, Hashable {
  /// The digits without the decimal point.
  private let digits: Int64
  /// The number of digits after the point, without zeros at the end.
  private let fractionDigits: Int
  /// Whether the digits are in minor units.
  private let isMinor: Bool

  /// Reads a number as documents write it. `12.50` and `1250e-2` are the same amount.
  ///
  /// - Throws: `malformed_amount` unless it is a number, and `out_of_range` beyond 18 digits.
  /// Source: RFC 8259 §6.
  package init(_ text: String) throws(ValidationError) {
    let parts = text.lowercased().split(
      separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    let exponent = parts.count == 2 ? Int(parts[1]) : 0
    let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let behind = mantissa.count == 2 ? mantissa[1] : ""
    guard let exponent, let whole = mantissa.first, !whole.isEmpty,
      mantissa.count < 2 || !behind.isEmpty,
      (whole.first == "-" ? whole.dropFirst() : whole).utf8.allSatisfy(\.isASCIIDigit),
      behind.utf8.allSatisfy(\.isASCIIDigit), whole != "-"
    else { throw Self.malformed }
    guard exponent.magnitude <= 30, text.utf8.count <= 64 else { throw Self.outOfRange }
    var digits = String(whole + behind)
    var fraction = behind.utf8.count - exponent
    while fraction > 0, digits.last == "0", digits.count > 1 {
      digits.removeLast()
      fraction -= 1
    }
    if fraction < 0 {
      digits += String(repeating: "0", count: -fraction)
      fraction = 0
    }
    guard let value = Int64(digits), value.magnitude < 1_000_000_000_000_000_000 else {
      throw Self.outOfRange
    }
    self.digits = value
    fractionDigits = value == 0 ? 0 : fraction
    isMinor = false
  }

  /// An amount without decimals.
  package init(_ whole: Int64) {
    digits = whole
    fractionDigits = 0
    isMinor = false
  }

  /// An amount in minor units: won, yen, cents.
  package init(minorUnits: Int64) {
    digits = minorUnits
    fractionDigits = 0
    isMinor = true
  }

  /// In minor units: won, yen, cents.
  ///
  /// - Throws: `too_many_decimals` or `out_of_range`, at `pointer`.
  package func minorUnits(
    of currency: Currency, at pointer: String
  ) throws(Rejection) -> Int64 {
    guard !isMinor else { return digits }
    guard fractionDigits <= currency.fractionDigits else {
      let flaw = ValidationError(
        "too_many_decimals",
        "\(currency.rawValue) has \(currency.fractionDigits) digits after the point.",
        hint: "Write it in whole \(currency.minorUnitName).")
      throw Rejection([FieldError(pointer, flaw)])
    }
    var value = digits
    for _ in fractionDigits..<currency.fractionDigits {
      let (next, overflows) = value.multipliedReportingOverflow(by: 10)
      guard !overflows else { throw Rejection([FieldError(pointer, Self.outOfRange)]) }
      value = next
    }
    return value
  }

  private static let malformed = ValidationError(
    "malformed_amount", "Not a valid amount.", hint: "Write a number such as 12000 or 19.99.")
  private static let outOfRange = ValidationError(
    "out_of_range", "The amount has more digits than any price.",
    hint: "Write a number such as 12000 or 19.99.")
}

/// A currency that products are sold in.
///
/// Source: ISO 4217, also for the number of decimals.
package enum Currency: String, Sendable, Hashable, CaseIterable {
  case krw = "KRW"
  case usd = "USD"
  case jpy = "JPY"
  case eur = "EUR"

  /// The currencies that apps of Open Market know.
  package static let ofOpenMarket: [Currency] = [.krw, .usd]

  /// The number of digits after the decimal point.
  package var fractionDigits: Int { minorUnits > 1 ? 2 : 0 }

  /// Minor units in one unit of the currency: 1 won, 100 cents.
  package var minorUnits: Int64 {
    switch self {
    case .krw, .jpy: 1
    case .usd, .eur: 100
    }
  }

  fileprivate var minorUnitName: String {
    switch self {
    case .krw: "won"
    case .jpy: "yen"
    case .usd, .eur: "cents"
    }
  }
}
