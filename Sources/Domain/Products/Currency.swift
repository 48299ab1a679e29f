/// A currency that products are sold in.
///
/// Source: ISO 4217, which also says how many decimals each has.
package enum Currency: String, Sendable, Hashable, CaseIterable {
  case krw = "KRW"
  case usd = "USD"

  /// How many digits of an amount stand behind the decimal point.
  package var fractionDigits: Int {
    switch self {
    case .krw: 0
    case .usd: 2
    }
  }

  /// How many minor units make one of the currency: 1 won, 100 cents.
  package var minorUnits: Int64 {
    switch self {
    case .krw: 1
    case .usd: 100
    }
  }
}
