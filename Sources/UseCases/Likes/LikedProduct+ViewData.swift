import Domain
import ViewData

extension LikeCell {
  /// The product as it is now, or a removed product as it was when it was liked.
  init(_ product: LikedProduct, in wording: ProductWording, origin: Origin?) {
    let (snapshot, current) = (product.snapshot, product.current)
    let title = (current?.name ?? snapshot.name).text
    let price = current?.price ?? snapshot.price
    let priceText = wording.amount(price.bargain, in: price.currency)
    let status = LikeStatus(current?.stock, in: wording)
    let change = current.flatMap {
      PriceChange(from: snapshot.price, to: $0.price, in: wording)
    }
    let cover = current == nil ? snapshot.cover : current?.cover
    self.init(
      id: product.id, title: title, priceText: priceText,
      image: cover.map { PictureView($0, origin: origin) }, isAvailable: status.isAvailable,
      status: status.word, statusText: status.text, priceChange: change,
      accessibilityLabel: [title, priceText, change?.text, status.text].compactMap(\.self)
        .joined(separator: ", "),
      price: price.bargain, currency: price.currency.rawValue, likedAt: product.likedAt.rfc3339)
  }
}

/// Whether a liked product can be bought.
private struct LikeStatus {
  let word: String
  let text: String
  var isAvailable: Bool { word == "in_stock" }

  /// - Parameter stock: nil for a removed product.
  init(_ stock: Stock?, in wording: ProductWording) {
    guard let stock else {
      (word, text) = ("removed", wording.changes.removed)
      return
    }
    (word, text) = (stock.isSoldOut ? "sold_out" : "in_stock", wording.stock(stock))
  }
}

extension PriceChange {
  /// Nil when the price is equal, or in another currency.
  fileprivate init?(from old: Price, to new: Price, in wording: ProductWording) {
    let amount = new.bargain - old.bargain
    guard old.currency == new.currency, amount != 0 else { return nil }
    let text = wording.amount(amount.magnitude.asAmount, in: new.currency)
    self.init(
      amount: amount,
      text: amount < 0 ? wording.changes.cheaper(text) : wording.changes.dearer(text))
  }
}

extension UInt64 {
  /// Prices are far below the limit.
  fileprivate var asAmount: Int64 { Int64(clamping: self) }
}
