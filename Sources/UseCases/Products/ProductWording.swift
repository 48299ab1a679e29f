import Domain

/// How amounts, discounts and stocks read in Korean, which is what the cells of the apps show.
enum ProductWording {
  /// `12,000원` or `$1,234.50`.
  ///
  /// - Parameter minorUnits: not negative.
  static func amount(_ minorUnits: Int64, in currency: Currency) -> String {
    String(octetsMax: amountOctets) { $0.put(amount: minorUnits, in: currency) }
  }

  /// `20%`; nil without a discount. Less than a hundredth is not called `0%`, which reads like none.
  static func discount(of price: Price) -> String? {
    guard price.isDiscounted else { return nil }
    return String(octetsMax: discountOctets) { $0.put(discount: price) }
  }

  /// `재고 1,234개`, or `품절`.
  static func stock(_ stock: Stock) -> String {
    stock.isSoldOut ? soldOut : String(octetsMax: stockOctets) { $0.put(stock) }
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
  static func spoken(
    _ title: String, brand: String?, price: String, discount: String?, originalPrice: String?,
    stock: String
  ) -> String {
    let discount = discount ?? ""
    let originalPrice = originalPrice ?? ""
    let brand = brand ?? ""
    let octets =
      brand.utf8.count + title.utf8.count + price.utf8.count + discount.utf8.count
      + originalPrice.utf8.count + stock.utf8.count + linkingOctets
    return String(octetsMax: octets) { writer in
      if !brand.isEmpty {
        writer.put(brand)
        writer.put(", ")
      }
      writer.put(title)
      writer.put(", ")
      writer.put(price)
      if !discount.isEmpty {
        writer.put(", ")
        writer.put(discount)
        writer.put(" 할인, 정가 ")
        writer.put(originalPrice)
      }
      writer.put(", ")
      writer.put(stock)
    }
  }

  /// 20 digits and 6 commas at most, with a sign, a currency and cents.
  private static let amountOctets = 32
  /// `100%`, or less than one.
  private static let discountOctets = 12
  /// Such as amounts, between two words.
  private static let stockOctets = 40
  /// The commas between the parts, and the words in front of the original price.
  private static let linkingOctets = 32
}

extension TextWriter {
  fileprivate mutating func put(amount minorUnits: Int64, in currency: Currency) {
    switch currency {
    case .krw:
      put(grouped: minorUnits)
      put("원")
    case .usd:
      let (dollars, cents) = minorUnits.quotientAndRemainder(dividingBy: currency.minorUnits)
      put("$")
      put(grouped: dollars)
      put(".")
      put(Int(cents), digits: 2)
    }
  }

  fileprivate mutating func put(discount price: Price) {
    guard price.discountPercent > 0 else { return put("1% 미만") }
    put(decimal: Int64(price.discountPercent))
    put("%")
  }

  fileprivate mutating func put(_ stock: Stock) {
    guard !stock.isSoldOut else { return put(ProductWording.soldOut) }
    put("재고 ")
    put(grouped: Int64(stock.count))
    put("개")
  }
}
