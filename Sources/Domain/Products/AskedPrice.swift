/// What somebody sends about a price, before it is known in which currency; nil is what they leave
/// out.
package struct AskedPrice: Sendable, Hashable {
  package let amount: Amount?
  package let discount: Amount?

  package init(amount: Amount?, discount: Amount?) {
    self.amount = amount
    self.discount = discount
  }

  /// All that is wrong with it, at `/price` and `/discounted_price`.
  ///
  /// - Parameter currency: nil where nobody knows it; then only what is wrong in every currency.
  package func violations(in currency: Currency?) -> [Violation] {
    guard let currency else {
      let all = Currency.allCases.map { violations(in: $0) }
      return all.first?.filter { violation in all.allSatisfy { $0.contains(violation) } } ?? []
    }
    do throws(Rejection) {
      let units = try minorUnits(in: currency)
      return Price.violations(units.amount, discount: units.discount)
    } catch {
      return error.violations
    }
  }

  /// - Throws: what is wrong with the decimals of both.
  func minorUnits(
    in currency: Currency
  ) throws(Rejection) -> (amount: Int64?, discount: Int64?) {
    var violations: [Violation] = []
    var units: [Int64?] = []
    for (value, pointer) in [(amount, "/price"), (discount, "/discounted_price")] {
      do throws(Rejection) {
        units.append(try value?.minorUnits(of: currency, at: pointer))
      } catch {
        violations += error.violations
      }
    }
    guard violations.isEmpty, units.count == 2 else { throw Rejection(violations) }
    return (units[0], units[1])
  }

  /// The price of something new. Nil without an amount.
  ///
  /// - Throws: ``violations(in:)``.
  package func price(in currency: Currency) throws(Rejection) -> Price? {
    let units = try minorUnits(in: currency)
    guard let amount = units.amount else { return nil }
    return try Price(amount, discount: units.discount ?? 0, in: currency)
  }
}
