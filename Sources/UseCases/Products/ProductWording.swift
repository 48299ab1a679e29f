import Domain
import Text

/// How things read in Korean, which is what the cells of the apps show.
enum ProductWording {
  static let soldOut = "품절"

  /// `12,000원` or `$1,234.50`.
  ///
  /// - Parameter minorUnits: not negative.
  static func amount(_ minorUnits: Int64, in currency: Currency) -> String {
    switch currency {
    case .krw: return Decimal.grouped(minorUnits) + "원"
    case .usd:
      let (dollars, cents) = minorUnits.quotientAndRemainder(dividingBy: currency.minorUnits)
      return "$" + Decimal.grouped(dollars) + "." + Decimal.padded(Int(cents), 2)
    }
  }

  /// `20%`; nil without a discount. Less than a hundredth is not called `0%`, which reads like
  /// none.
  static func discount(_ price: Price) -> String? {
    guard price.isDiscounted else { return nil }
    return price.discountPercent > 0 ? "\(price.discountPercent)%" : "1% 미만"
  }

  /// `재고 1,234개`, or `품절`.
  static func stock(_ stock: Stock) -> String {
    stock.isSoldOut ? soldOut : "재고 " + Decimal.grouped(Int64(stock.count)) + "개"
  }

  /// All that a cell shows, in the order in which somebody would tell it.
  static func spoken(
    title: String, brand: String?, price: String, original: (discount: String, price: String)?,
    stock: String
  ) -> String {
    var text = ""
    if let brand, !brand.isEmpty { text += brand + ", " }
    text += title + ", " + price
    if let original { text += ", " + original.discount + " 할인, 정가 " + original.price }
    return text + ", " + stock
  }

  /// What costs how much to bring, without the areas that cost more.
  static func delivery(_ terms: DeliveryTerms) -> String {
    if terms.isFree || terms.fee <= 0 { return "무료배송" }
    let fee = "배송비 " + amount(terms.fee, in: .krw)
    guard terms.freeLimit > 0 else { return fee }
    return fee + " (\(amount(terms.freeLimit, in: .krw)) 이상 무료)"
  }
}
