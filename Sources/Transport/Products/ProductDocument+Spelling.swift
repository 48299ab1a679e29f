package import Domain

extension ProductDocument {
  /// Violations at the names that the sender of a native document used, or should have.
  ///
  /// Domain knows one name for each: those of Open Market.
  package static func spelled(
    _ violations: [Violation], as document: JSONValue
  ) -> [Violation] {
    guard var reader = try? ObjectReader.open(document) else { return violations }
    return violations.map { reader.spelled($0, .native) }
  }
}

extension ObjectReader {
  /// Under which name the document has the title, or should have it.
  mutating func title(_ habit: ProductDocument.Habit) -> String {
    habit == .native ? spelling("title", or: "name") : "name"
  }

  /// What is sent about the price. What cannot be read is noted.
  mutating func asked(_ habit: ProductDocument.Habit) -> AskedPrice {
    let amount = kept("price", as: habit.amount)
    let discount = optional(discountName(habit), orNull: Amount(0), as: habit.amount)
    return AskedPrice(amount: amount, discount: discount)
  }

  /// Notes all that is wrong with a price.
  ///
  /// - Parameter currency: nil where it is not sent, or nobody knows it.
  mutating func judge(
    _ asked: AskedPrice, in currency: Currency?, _ habit: ProductDocument.Habit
  ) {
    for violation in asked.violations(in: currency) { note([spelled(violation, habit)]) }
  }

  fileprivate mutating func spelled(
    _ violation: Violation, _ habit: ProductDocument.Habit
  ) -> Violation {
    guard habit == .native, violation.pointer == "/discounted_price" else { return violation }
    let name = member("discounted_price") == nil ? "discount" : "discounted_price"
    return Violation("/" + name, violation.flaw)
  }

  private mutating func discountName(_ habit: ProductDocument.Habit) -> String {
    habit == .native ? spelling("discount", or: "discounted_price") : "discounted_price"
  }

  /// The one of two names that is used; the usual one when neither is. Which of two values is meant
  /// nobody knows, even where they are equal.
  private mutating func spelling(_ usual: String, or other: String) -> String {
    guard member(other) != nil else {
      _ = member(usual)
      return usual
    }
    guard member(usual) != nil else { return other }
    note(
      other,
      Flaw(
        "said_twice", "\(other) is another name of \(usual), and both are sent.",
        hint: "Send \(usual) alone."))
    return usual
  }
}

extension ProductDocument.Habit {
  fileprivate func amount(_ value: JSONValue) throws(Flaw) -> Amount {
    switch self {
    case .native: try value.minorUnits()
    case .openMarket: try value.amount()
    }
  }
}
