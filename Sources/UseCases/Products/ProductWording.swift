import Domain

/// How amounts, discounts and stocks read in Korean, which is what the cells of the apps show.
enum ProductWording {
  /// `12,000원` or `$1,234.50`.
  ///
  /// - Parameter minorUnits: not negative.
  static func amount(_ minorUnits: Int64, in currency: Currency) -> String {
    switch currency {
    case .krw: return grouped(minorUnits) + "원"
    case .usd:
      let (dollars, cents) = minorUnits.quotientAndRemainder(dividingBy: currency.minorUnits)
      return "$\(grouped(dollars)).\(Int(cents).padded(2))"
    }
  }

  /// `20%`; nil without a discount. Less than a hundredth is not called `0%`, which reads like none.
  static func discount(of price: Price) -> String? {
    guard price.isDiscounted else { return nil }
    return price.discountPercent > 0 ? "\(price.discountPercent)%" : "1% 미만"
  }

  /// `재고 1,234개`, or `품절`.
  static func stock(_ stock: Stock) -> String {
    stock.isSoldOut ? soldOut : "재고 \(grouped(Int64(stock.count)))개"
  }

  static let soldOut = "품절"

  /// What costs how much to bring, without the areas that cost more.
  static func delivery(_ terms: DeliveryTerms) -> String {
    if terms.isFree || terms.fee <= 0 { return "무료배송" }
    let fee = "배송비 " + amount(terms.fee, in: .krw)
    guard terms.freeLimit > 0 else { return fee }
    return fee + " (\(amount(terms.freeLimit, in: .krw)) 이상 무료)"
  }

  /// All that a cell shows, in the order in which somebody would tell it.
  static func spoken(_ product: ProductSummary) -> String {
    let price = product.price
    var parts = [product.brand?.text, product.name.text].compactMap { $0 }
    parts.append(amount(price.bargain, in: price.currency))
    if let discount = discount(of: price) {
      parts.append("\(discount) 할인")
      parts.append("정가 " + amount(price.amount, in: price.currency))
    }
    parts.append(stock(product.stock))
    return parts.joined(separator: ", ")
  }

  /// Digits in groups of three: `1,234,567`.
  static func grouped(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
