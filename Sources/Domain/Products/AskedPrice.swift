/// The price members of a request, before the currency is known; nil is a member that was left out.
package enum AskedPrice: Sendable, Hashable {
  /// The price after the discount, and the original price: as our own apps send it.
  case paid(Amount?, original: Change<Amount>)
  /// The price before the discount, and the discount: as apps of Open Market send it.
  case whole(Amount?, discount: Amount?)

  /// A request without price members.
  package static let nothing = AskedPrice.paid(nil, original: .keep)

  /// All errors of the price, with the names that the sender uses.
  ///
  /// - Parameter currency: nil if unknown; then only errors that every currency has are found.
  package func fieldErrors(in currency: Currency?) -> [FieldError] {
    guard let currency else {
      let all = Currency.allCases.map { fieldErrors(in: $0) }
      return all.first?.filter { fieldError in all.allSatisfy { $0.contains(fieldError) } } ?? []
    }
    do throws(Rejection) {
      let units = try minorUnits(in: currency)
      return switch self {
      case .paid: Price.fieldErrors(paid: units.price, original: units.other)
      case .whole: Price.fieldErrors(units.price, discount: units.other)
      }
    } catch {
      return error.fieldErrors
    }
  }

  /// The price of a new product. Nil without an amount.
  ///
  /// - Throws: ``fieldErrors(in:)``.
  package func price(in currency: Currency) throws(Rejection) -> Price? {
    let units = try minorUnits(in: currency)
    guard let price = units.price else { return nil }
    switch self {
    case .paid: return try Price(paid: price, original: units.other, in: currency)
    case .whole: return try Price(price, discount: units.other ?? 0, in: currency)
    }
  }

  /// The new price of a product that has `price` now.
  ///
  /// - Throws: ``fieldErrors(in:)``, or an error if the amount that was not sent no longer fits.
  func price(changing price: Price, to currency: Currency) throws(Rejection) -> Price {
    let units = try minorUnits(in: currency)
    guard currency == price.currency || units.price != nil else {
      let flaw = ValidationError(
        "price_missing", "The currency changes without a new price.",
        hint: "Send price, and \(otherName) if there is one.")
      throw Rejection([FieldError("/currency", flaw)])
    }
    let stays = currency == price.currency
    switch self {
    case .paid(_, let original):
      return try Self.price(
        paid: units.price ?? price.bargain, original, units.other, stays ? price.original : nil,
        in: currency)
    case .whole:
      return try Self.price(
        units.price ?? price.amount, units.other, stays ? price.discount : 0, in: currency)
    }
  }

  // MARK: Parts

  /// Keeps an original price that was not sent. If it is below the new price, the request is
  /// ambiguous and rejected.
  private static func price(
    paid: Int64, _ original: Change<Amount>, _ sent: Int64?, _ kept: Int64?,
    in currency: Currency
  ) throws(Rejection) -> Price {
    switch original {
    case .set: return try Price(paid: paid, original: sent, in: currency)
    case .clear: return try Price(paid: paid, original: nil, in: currency)
    case .keep:
      if let kept, kept < paid { throw Rejection([FieldError("/original_price", keptOriginal)]) }
      return try Price(paid: paid, original: kept, in: currency)
    }
  }

  /// Keeps a discount that was not sent. If it exceeds the new price, the request is ambiguous and
  /// rejected: reducing the discount would sell the product for nothing.
  private static func price(
    _ whole: Int64, _ discount: Int64?, _ kept: Int64, in currency: Currency
  ) throws(Rejection) -> Price {
    if let discount { return try Price(whole, discount: discount, in: currency) }
    guard kept <= whole || whole < 0 else {
      throw Rejection([FieldError("/discounted_price", keptDiscount)])
    }
    return try Price(whole, discount: min(kept, max(whole, 0)), in: currency)
  }

  /// - Throws: errors in the decimals of both amounts.
  private func minorUnits(
    in currency: Currency
  ) throws(Rejection) -> (price: Int64?, other: Int64?) {
    var fieldErrors: [FieldError] = []
    var units: [Int64?] = []
    for (value, name) in [(sentPrice, "price"), (sentOther, otherName)] {
      do throws(Rejection) {
        units.append(try value?.minorUnits(of: currency, at: "/" + name))
      } catch {
        fieldErrors += error.fieldErrors
      }
    }
    guard fieldErrors.isEmpty, units.count == 2 else { throw Rejection(fieldErrors) }
    return (units[0], units[1])
  }

  private var sentPrice: Amount? {
    switch self {
    case .paid(let price, _), .whole(let price, _): price
    }
  }

  private var sentOther: Amount? {
    switch self {
    case .paid(_, let original): original.applied(to: nil)
    case .whole(_, let discount): discount
    }
  }

  private var otherName: String {
    switch self {
    case .paid: "original_price"
    case .whole: "discounted_price"
    }
  }

  private static let keptOriginal = ValidationError(
    "below_price", "The product's present original price is below its new price.",
    hint: "Send original_price too, or null for no discount.")

  private static let keptDiscount = ValidationError(
    "exceeds_price", "The product's present discount exceeds its new price.",
    hint: "Send the discount too, from 0 to the new price.")
}
