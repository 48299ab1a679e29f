package import Domain

/// How things read in Korean, which is what the cells of the apps show.
enum ProductWording {
  static let soldOut = "품절"

  /// What costs how much to bring, without the areas that cost more.
  static func delivery(_ terms: DeliveryTerms) -> String {
    if terms.isFree || terms.fee <= 0 { return "무료배송" }
    let fee = "배송비 " + AmountText(terms.fee, in: .krw).text
    guard terms.freeLimit > 0 else { return fee }
    return fee + " (\(AmountText(terms.freeLimit, in: .krw)) 이상 무료)"
  }
}

/// `12,000원` or `$1,234.50`.
package struct AmountText: TextSource {
  private let minorUnits: Int64
  private let currency: Currency

  /// - Parameter minorUnits: not negative.
  init(_ minorUnits: Int64, in currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  package static var isPlain: Bool { true }

  /// 19 digits and 6 commas at most, with a sign and a currency; or two less, a point and cents.
  package var octetsMax: Int { 32 }

  package func write(to writer: inout TextWriter) {
    switch currency {
    case .krw:
      writer.put(grouped: minorUnits)
      writer.put("원")
    case .usd:
      let (dollars, cents) = minorUnits.quotientAndRemainder(dividingBy: currency.minorUnits)
      writer.put("$")
      writer.put(grouped: dollars)
      writer.put(".")
      writer.put(Int(cents), digits: 2)
    }
  }
}

/// `20%`. Less than a hundredth is not called `0%`, which reads like none.
package struct DiscountText: TextSource {
  private let percent: Int

  /// Nil without a discount.
  init?(_ price: Price) {
    guard price.isDiscounted else { return nil }
    percent = price.discountPercent
  }

  package static var isPlain: Bool { true }

  /// Of `100%` and `1% 미만` 9, and more, so that the number is written in place.
  package var octetsMax: Int { 24 }

  package func write(to writer: inout TextWriter) {
    guard percent > 0 else { return writer.put("1% 미만") }
    writer.put(decimal: Int64(percent))
    writer.put("%")
  }
}

/// `재고 1,234개`, or `품절`.
package struct StockText: TextSource {
  private let stock: Stock

  init(_ stock: Stock) { self.stock = stock }

  package static var isPlain: Bool { true }

  /// Such as amounts, between two words.
  package var octetsMax: Int { 40 }

  package func write(to writer: inout TextWriter) {
    guard !stock.isSoldOut else { return writer.put(text: ProductWording.soldOut) }
    writer.put("재고 ")
    writer.put(grouped: Int64(stock.count))
    writer.put("개")
  }
}

/// All that a cell shows, in the order in which somebody would tell it.
package struct SpokenProduct: TextSource {
  let title: String
  let brand: String?
  let price: AmountText
  let discount: (percent: DiscountText, from: AmountText)?
  let stock: StockText

  package var octetsMax: Int {
    title.utf8.count + (brand?.utf8.count ?? 0) + price.octetsMax + stock.octetsMax
      + (discount.map { $0.percent.octetsMax + $0.from.octetsMax } ?? 0) + Self.linkingOctets
  }

  package func write(to writer: inout TextWriter) {
    if let brand, !brand.isEmpty {
      writer.put(text: brand)
      writer.put(", ")
    }
    writer.put(text: title)
    writer.put(", ")
    price.write(to: &writer)
    if let discount {
      writer.put(", ")
      discount.percent.write(to: &writer)
      writer.put(" 할인, 정가 ")
      discount.from.write(to: &writer)
    }
    writer.put(", ")
    stock.write(to: &writer)
  }

  /// The commas between the parts, and the words in front of the original price.
  private static let linkingOctets = 32
}
