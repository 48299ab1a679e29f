package import Domain
import Text

/// The texts of products in one language, for cells, tiles and details.
///
/// A class, because it is passed to every cell of a page and must not be copied each time. A text
/// whose word order depends on the language is a function, whose numbers have grouped digits.
package final class ProductWording: Sendable {
  package typealias Phrase = @Sendable (_ text: String) -> String

  let won: Phrase
  let yen: Phrase
  let from: Phrase
  let underOnePercent: String
  let inStock: Phrase
  let soldOut: String
  let reduced: @Sendable (_ discount: String, _ price: String) -> String
  let freeDelivery: String
  let delivery: Phrase
  let freeFrom: Phrase
  let badges: Badges
  let changes: Changes

  /// - Parameters:
  ///   - won: an amount of won: `12,000원`.
  ///   - yen: an amount of yen: `1,200엔`.
  ///   - from: the lowest of several prices: `12,000원부터`.
  ///   - underOnePercent: a discount of less than one percent, which `0%` would hide.
  ///   - inStock: the number in stock: `재고 12개`.
  ///   - soldOut: the text of a sold-out product.
  ///   - reduced: for screen readers, a discount and the price before it.
  ///   - freeDelivery: the text of free delivery.
  ///   - delivery: the fee: `배송비 3,000원`.
  ///   - freeFrom: the amount from which delivery is free: `50,000원 이상 무료`.
  ///   - changes: the changes of a product since it was liked.
  package init(
    won: @escaping Phrase, yen: @escaping Phrase, from: @escaping Phrase, underOnePercent: String,
    inStock: @escaping Phrase, soldOut: String,
    reduced: @escaping @Sendable (_ discount: String, _ price: String) -> String,
    freeDelivery: String, delivery: @escaping Phrase, freeFrom: @escaping Phrase, badges: Badges,
    changes: Changes
  ) {
    self.won = won
    self.yen = yen
    self.from = from
    self.underOnePercent = underOnePercent
    self.inStock = inStock
    self.soldOut = soldOut
    self.reduced = reduced
    self.freeDelivery = freeDelivery
    self.delivery = delivery
    self.freeFrom = freeFrom
    self.badges = badges
    self.changes = changes
  }

  /// Texts for changes of a product since it was liked.
  package struct Changes: Sendable {
    let removed: String
    let cheaper: Phrase
    let dearer: Phrase

    /// - Parameters:
    ///   - removed: the product is no longer sold.
    ///   - cheaper: the amount by which it costs less: `2,000원 인하`.
    ///   - dearer: the amount by which it costs more.
    package init(removed: String, cheaper: @escaping Phrase, dearer: @escaping Phrase) {
      self.removed = removed
      self.cheaper = cheaper
      self.dearer = dearer
    }
  }

  /// Badges that repeat no text of the cell.
  package struct Badges: Sendable {
    let best: String
    let used: String
    let discontinued: String
    let upcoming: String

    package init(best: String, used: String, discontinued: String, upcoming: String) {
      self.best = best
      self.used = used
      self.discontinued = discontinued
      self.upcoming = upcoming
    }
  }
}

extension ProductWording {
  /// Won and yen in the form of the language, or `$1,234.50` and `€1,234.50`.
  ///
  /// - Parameter minorUnits: not negative.
  package func amount(_ minorUnits: Int64, in currency: Currency) -> String {
    switch currency {
    case .krw: return won(Decimal.grouped(minorUnits))
    case .jpy: return yen(Decimal.grouped(minorUnits))
    case .usd, .eur:
      let (whole, cents) = minorUnits.quotientAndRemainder(dividingBy: currency.minorUnits)
      let sign = currency == .usd ? "$" : "€"
      return sign + Decimal.grouped(whole) + "." + Decimal.padded(Int(cents), 2)
    }
  }

  /// The price that is paid.
  ///
  /// - Parameter pricesDiffer: whether a variant costs more.
  func paid(_ price: Price, pricesDiffer: Bool) -> String {
    let text = amount(price.bargain, in: price.currency)
    return pricesDiffer ? from(text) : text
  }

  /// `20%`; nil without a discount.
  func discount(_ price: Price) -> String? {
    guard price.isDiscounted else { return nil }
    return price.discountPercent > 0 ? String(price.discountPercent) + "%" : underOnePercent
  }

  func stock(_ stock: Stock) -> String {
    stock.isSoldOut ? soldOut : inStock(Decimal.grouped(Int64(stock.count)))
  }

  /// All texts of a cell, in the order in which a person would say them. The brand is said
  /// once if the title begins with it.
  func spoken(
    title: String, brand: String?, price: String, original: (discount: String, price: String)?,
    stock: String
  ) -> String {
    let brand = brand.map { $0.isEmpty || title.begins(withName: $0) ? "" : $0 + ", " } ?? ""
    let reduction = original.map { ", " + reduced($0.discount, $0.price) } ?? ""
    let parts = brand.utf8.count + title.utf8.count + price.utf8.count + reduction.utf8.count
    return String(bytesMax: parts + stock.utf8.count + 4) { text in
      text.put(brand)
      text.put(title)
      text.put(", ")
      text.put(price)
      text.put(reduction)
      text.put(", ")
      text.put(stock)
    }
  }

  /// The costs of delivery, without the surcharges of areas.
  func delivery(_ terms: DeliveryTerms) -> String {
    if terms.isFree || terms.fee <= 0 { return freeDelivery }
    let fee = delivery(amount(terms.fee, in: .krw))
    guard terms.freeLimit > 0 else { return fee }
    return fee + " (" + freeFrom(amount(terms.freeLimit, in: .krw)) + ")"
  }
}

extension String {
  /// Whether its first words are this name.
  fileprivate func begins(withName name: String) -> Bool {
    guard utf8.starts(with: name.utf8) else { return false }
    let next = unicodeScalars[utf8.index(startIndex, offsetBy: name.utf8.count)...].first
    return next.map { !$0.properties.isAlphabetic } ?? true
  }
}
