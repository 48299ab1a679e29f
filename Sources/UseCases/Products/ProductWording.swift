package import Domain
import Text

/// How products read in one language: what their cells, tiles and details say.
///
/// One of them is handed through to every cell of a page; a class is not copied each time. What
/// differs in the order of its words is a function, which gets numbers with their digits in groups.
package final class ProductWording: Sendable {
  package typealias Phrase = @Sendable (_ text: String) -> String

  let won: Phrase
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
  ///   - underOnePercent: a discount of less than a hundredth. It is not called `0%`, which reads
  ///     like none.
  ///   - inStock: how many there are: `재고 12개`.
  ///   - soldOut: that there are none.
  ///   - reduced: for the ear, a discount and the price before it.
  ///   - freeDelivery: that nothing is paid for delivery.
  ///   - delivery: what is paid for it: `배송비 3,000원`.
  ///   - freeFrom: an amount from which nothing is paid: `50,000원 이상 무료`.
  ///   - changes: what has become of a product since somebody liked it.
  package init(
    won: @escaping Phrase, underOnePercent: String, inStock: @escaping Phrase, soldOut: String,
    reduced: @escaping @Sendable (_ discount: String, _ price: String) -> String,
    freeDelivery: String, delivery: @escaping Phrase, freeFrom: @escaping Phrase, badges: Badges,
    changes: Changes
  ) {
    self.won = won
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

  /// What has become of a product since somebody liked it.
  package struct Changes: Sendable {
    let removed: String
    let cheaper: Phrase
    let dearer: Phrase

    /// - Parameters:
    ///   - removed: that it is not sold any more.
    ///   - cheaper: by which amount it costs less: `2,000원 내렸어요`.
    ///   - dearer: by which amount it costs more.
    package init(removed: String, cheaper: @escaping Phrase, dearer: @escaping Phrase) {
      self.removed = removed
      self.cheaper = cheaper
      self.dearer = dearer
    }
  }

  /// Badges besides those that say what a text of a cell says too.
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
  /// Won as the language writes them, or `$1,234.50`.
  ///
  /// - Parameter minorUnits: not negative.
  package func amount(_ minorUnits: Int64, in currency: Currency) -> String {
    switch currency {
    case .krw: return won(Decimal.grouped(minorUnits))
    case .usd:
      let (dollars, cents) = minorUnits.quotientAndRemainder(dividingBy: currency.minorUnits)
      return "$" + Decimal.grouped(dollars) + "." + Decimal.padded(Int(cents), 2)
    }
  }

  /// `20%`; nil without a discount.
  func discount(_ price: Price) -> String? {
    guard price.isDiscounted else { return nil }
    return price.discountPercent > 0 ? String(price.discountPercent) + "%" : underOnePercent
  }

  func stock(_ stock: Stock) -> String {
    stock.isSoldOut ? soldOut : inStock(Decimal.grouped(Int64(stock.count)))
  }

  /// All that a cell shows, in the order in which somebody would tell it.
  func spoken(
    title: String, brand: String?, price: String, original: (discount: String, price: String)?,
    stock: String
  ) -> String {
    let brand = brand.map { $0.isEmpty ? "" : $0 + ", " } ?? ""
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

  /// What costs how much to bring, without the areas that cost more.
  func delivery(_ terms: DeliveryTerms) -> String {
    if terms.isFree || terms.fee <= 0 { return freeDelivery }
    let fee = delivery(amount(terms.fee, in: .krw))
    guard terms.freeLimit > 0 else { return fee }
    return fee + " (" + freeFrom(amount(terms.freeLimit, in: .krw)) + ")"
  }
}
