/// The price and the discount of a product: `0 <= discount <= amount`.
package struct Price: Sendable, Hashable {
  /// A trillion minor units: the total of any cart fits 64 bits.
  package static let amountMax: Int64 = 1_000_000_000_000
  private static var amounts: ClosedRange<Int64> { 0...amountMax }
  package let currency: Currency
  /// The price before the discount, in minor units: won, yen, cents.
  package let amount: Int64
  /// The reduction, not the reduced price; in minor units.
  package let discount: Int64

  /// - Throws: all errors, at `/price` and `/discounted_price`.
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
  ///   - paid: the price after the discount, in minor units.
  ///   - original: the price before the discount, in minor units; nil without a discount.
  /// - Throws: all errors, at `/price` and `/original_price`.
  package init(
    paid: Int64, original: Int64?, in currency: Currency
  ) throws(Rejection) {
    let fieldErrors = Self.fieldErrors(paid: paid, original: original)
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    self.currency = currency
    amount = original ?? paid
    discount = amount - paid
  }

  /// The price before the discount; nil without a discount.
  package var original: Int64? { isDiscounted ? amount : nil }

  /// The price after the discount, in minor units; never below zero.
  package var bargain: Int64 { amount - discount }

  package var isDiscounted: Bool { discount > 0 }

  /// The discount in percent of the price, rounded down; 0 if the price is 0.
  package var discountPercent: Int {
    amount > 0 ? Int(discount * 100 / amount) : 0
  }

  /// The errors of a price and its discount; nil: unknown, not checked.
  ///
  /// If the price itself is invalid, the discount is not compared with it.
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

  /// The errors of a price after and before the discount; nil: unknown, not checked.
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
