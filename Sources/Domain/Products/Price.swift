/// What a product costs, and what is taken off: `0 <= discount <= amount`.
package struct Price: Sendable, Hashable {
  /// A trillion minor units: every sum over a cart still fits 64 bits.
  package static let amountMax: Int64 = 1_000_000_000_000
  private static var amounts: ClosedRange<Int64> { 0...amountMax }
  package let currency: Currency
  /// Before the discount, in minor units: won, cents.
  package let amount: Int64
  /// What is taken off, not what is left; in minor units.
  package let discount: Int64

  /// - Throws: mistakes at `/price` and `/discounted_price`, all of them.
  package init(
    _ amount: Int64, discount: Int64 = 0, in currency: Currency
  ) throws(Rejection) {
    guard Self.amounts.contains(amount), (0...amount).contains(discount) else {
      throw Rejection(Self.fieldErrors(amount, discount: discount))
    }
    self.currency = currency
    self.amount = amount
    self.discount = discount
  }

  /// - Parameters:
  ///   - paid: in minor units.
  ///   - original: what it cost before a discount, in minor units; nil without one.
  /// - Throws: mistakes at `/price` and `/original_price`, all of them.
  package init(
    paid: Int64, original: Int64?, in currency: Currency
  ) throws(Rejection) {
    let fieldErrors = Self.fieldErrors(paid: paid, original: original)
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    self.currency = currency
    amount = original ?? paid
    discount = amount - paid
  }

  /// What it cost before the discount; nil without one.
  package var original: Int64? { isDiscounted ? amount : nil }

  /// What is paid, in minor units; never below zero.
  package var bargain: Int64 { amount - discount }

  package var isDiscounted: Bool { discount > 0 }

  /// How much of the price is taken off, in percent, rounded down; 0 for what is free anyway.
  package var discountPercent: Int {
    amount > 0 ? Int(discount * 100 / amount) : 0
  }

  /// What is wrong with them; nil is what nobody knows and nothing is held against.
  ///
  /// A discount is not blamed for a price that is none.
  static func fieldErrors(_ amount: Int64?, discount: Int64?) -> [FieldError] {
    var fieldErrors: [FieldError] = []
    var most = amountMax
    if let amount {
      if amounts.contains(amount) {
        most = amount
      } else {
        fieldErrors.append(FieldError("/price", outOfRange))
      }
    }
    if let discount, !(0...most).contains(discount) {
      fieldErrors.append(FieldError("/discounted_price", discountOutOfRange))
    }
    return fieldErrors
  }

  /// The same of what is paid and what it cost before.
  static func fieldErrors(paid: Int64?, original: Int64?) -> [FieldError] {
    var fieldErrors: [FieldError] = []
    var least: Int64 = 0
    if let paid {
      if amounts.contains(paid) {
        least = paid
      } else {
        fieldErrors.append(FieldError("/price", paidOutOfRange))
      }
    }
    if let original, !amounts.contains(original) || original < least {
      fieldErrors.append(FieldError("/original_price", originalOutOfRange))
    }
    return fieldErrors
  }

  private static let paidOutOfRange = ValidationError(
    "out_of_range", "The price is below 0 or above \(amountMax) minor units.",
    hint: "Write what is paid.")

  private static let originalOutOfRange = ValidationError(
    "out_of_range", "The original price is below the price, or above \(amountMax) minor units.",
    hint: "Write what it cost before the discount, or leave it out.")

  private static let outOfRange = ValidationError(
    "out_of_range", "The price is below 0 or above \(amountMax) minor units.",
    hint: "Write what it costs before the discount.")

  private static let discountOutOfRange = ValidationError(
    "out_of_range", "The discount is below 0 or above the price.",
    hint: "Write the amount that is taken off, from 0 to the price.")
}
