/// The options of a product, and the combinations of their values that are sold.
///
/// The price and the stock of the product are derived from them, here and in the store by the same
/// rules.
package struct Variants: Sendable, Hashable {
  package static let countMax = 200
  package static let optionsMax = 3
  package static let swatchesMax = 6
  /// 1 to 3, in the order of choosing.
  package let options: [ProductOption]
  /// 1 to 200, in the order of display.
  package let all: [Variant]
  /// The price of the cheapest that can be bought; of the cheapest if all are sold out.
  package let price: Price
  /// Whether one that can be bought costs more than ``price``; if all are sold out, whether any
  /// does.
  package let pricesDiffer: Bool

  /// Leaves out values that no variant has: they cannot be chosen, and facets count by options.
  ///
  /// - Throws: all broken rules, at `/options/1/values/2` and `/variants/3/values`.
  package init(options: [ProductOption], all: [Variant]) throws(Rejection) {
    let fieldErrors = Self.fieldErrors(options) + Self.fieldErrors(all, of: options)
    guard fieldErrors.isEmpty, let made = Variants(storedOptions: options.sold(as: all), all: all)
    else { throw Rejection(fieldErrors) }
    self = made
  }

  /// Variants from the store, whose rules were checked when they were written; nil without any.
  package init?(storedOptions options: [ProductOption], all: [Variant]) {
    let forSale = all.filter { !$0.stock.isSoldOut }
    let priced = forSale.isEmpty ? all : forSale
    guard let cheapest = priced.min(by: { $0.price.bargain < $1.price.bargain }) else { return nil }
    self.options = options
    self.all = all
    price = cheapest.price
    pricesDiffer = priced.contains { $0.price.bargain > cheapest.price.bargain }
  }

  /// The sum.
  package var stock: Stock { Stock(clamping: all.reduce(0) { $0 + $1.stock.count }) }

  /// The colours of values, at most six.
  package var swatches: [Color] {
    Array(options.flatMap(\.values).compactMap(\.color).prefix(Self.swatchesMax))
  }

  /// The part that lists show.
  package var summary: OptionSummary {
    OptionSummary(pricesDiffer: pricesDiffer, swatches: swatches)
  }

  /// - Parameter count: the number of the product's pictures.
  /// - Throws: an error for each number of a picture that the product does not have.
  package func check(images count: Int) throws(Rejection) {
    let fieldErrors =
      all.enumerated().compactMap { index, variant in
        guard let image = variant.image, image < 1 || image > count else { return nil }
        return FieldError("/variants/\(index)/image_number", Self.unknownImage(count))
      } as [FieldError]
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
  }

  /// The same variants with the ids of those in `old` that have the same choices.
  package func identified(by old: Variants?) -> Variants {
    let ids = Dictionary(
      old?.all.map { ($0.choices, $0.id) } ?? []
    ) { first, _ in first }
    let all = all.map { variant in
      Variant(
        id: ids[variant.choices] ?? nil, choices: variant.choices, sku: variant.sku,
        price: variant.price, stock: variant.stock, image: variant.image)
    }
    return Variants(storedOptions: options, all: all) ?? self
  }

  /// The same variants with other numbers of pictures.
  package func withImages(_ number: (Int) -> Int?) -> Variants {
    let all = all.map { variant in
      var variant = variant
      variant.image = variant.image.flatMap(number)
      return variant
    }
    return Variants(storedOptions: options, all: all) ?? self
  }
}

/// A property of a product that a shopper chooses, such as its colour.
package struct ProductOption: Sendable, Hashable {
  package static let valuesMax = 50
  /// Bytes of UTF-8 of a name or a value: a hundred letters of any alphabet.
  package static let bytesMax = 400
  package let name: Title
  /// 1 to 50, in the order of display.
  package let values: [OptionValue]

  package init(name: Title, values: [OptionValue]) {
    self.name = name
    self.values = values
  }

  /// The name of an option, or of one of its values.
  ///
  /// - Throws: the errors of a title, and `too_long`.
  package static func text(_ sent: String) throws(ValidationError) -> Title {
    let title = try Title(sent)
    guard title.text.utf8.count <= bytesMax else { throw .tooManyBytes(limit: bytesMax) }
    return title
  }
}

extension [ProductOption] {
  /// Without the values that none of some valid variants has.
  fileprivate func sold(as variants: [Variant]) -> [ProductOption] {
    enumerated().map { index, option in
      let choices = Set(variants.map { $0.choices[index] })
      return ProductOption(
        name: option.name, values: option.values.filter { choices.contains($0.text) })
    }
  }
}

/// One of the values of an option, such as black.
package struct OptionValue: Sendable, Hashable {
  package let text: Title
  /// For a swatch.
  package let color: Color?

  package init(_ text: Title, color: Color? = nil) {
    self.text = text
    self.color = color
  }
}

/// A combination of values that is sold.
package struct Variant: Sendable, Hashable {
  /// Given by the store; nil for one that was not stored yet.
  package let id: Int64?
  /// A value of each option.
  package let choices: [Title]
  package let sku: SKU?
  package let price: Price
  package let stock: Stock
  /// Which of the product's pictures it shows, counted from 1; nil: no picture of its own.
  package var image: Int?

  package init(
    id: Int64? = nil, choices: [Title], sku: SKU? = nil, price: Price, stock: Stock = .none,
    image: Int? = nil
  ) {
    self.id = id
    self.choices = choices
    self.sku = sku
    self.price = price
    self.stock = stock
    self.image = image
  }
}

/// The article number of a variant, unique for its vendor: 1 to 64 bytes on one line.
package struct SKU: Sendable, Hashable, CustomStringConvertible {
  package static let bytesMax = 64
  private let title: Title

  /// - Throws: `empty`, `too_long` or `control_character`.
  package init(_ sent: String) throws(ValidationError) {
    title = try Title(sent)
    guard text.utf8.count <= Self.bytesMax else {
      throw ValidationError(
        "too_long", "Longer than \(Self.bytesMax) bytes of UTF-8.",
        hint: "Write a shorter article number.")
    }
  }

  /// - Throws: `empty` or `too_long`.
  package init(stored text: String) throws(ValidationError) { title = try Title(stored: text) }

  package var text: String { title.text }

  package var description: String { text }
}

/// The part of a product's options that lists show.
package struct OptionSummary: Sendable, Hashable {
  /// Whether a variant costs more than the product's price.
  package let pricesDiffer: Bool
  /// At most six.
  package let swatches: [Color]

  package init(pricesDiffer: Bool, swatches: [Color]) {
    self.pricesDiffer = pricesDiffer
    self.swatches = swatches
  }
}

// MARK: Rules

extension Variants {
  private static func fieldErrors(_ options: [ProductOption]) -> [FieldError] {
    guard (1...optionsMax).contains(options.count) else {
      return [FieldError("/options", .count(options.count, 1...optionsMax))]
    }
    return options.indices.flatMap { index in
      let (option, place) = (options[index], "/options/\(index)")
      var fieldErrors: [FieldError] = []
      if options[..<index].contains(where: { $0.name == option.name }) {
        fieldErrors.append(FieldError(place + "/name", repeatedOption))
      }
      if !(1...ProductOption.valuesMax).contains(option.values.count) {
        fieldErrors.append(
          FieldError(
            place + "/values", .count(option.values.count, 1...ProductOption.valuesMax)))
      }
      var known: Set<Title> = []
      for (number, value) in option.values.enumerated() where !known.insert(value.text).inserted {
        fieldErrors.append(FieldError(place + "/values/\(number)", repeatedValue))
      }
      return fieldErrors
    }
  }

  private static func fieldErrors(_ all: [Variant], of options: [ProductOption]) -> [FieldError] {
    guard (1...countMax).contains(all.count) else {
      return [FieldError("/variants", .count(all.count, 1...countMax))]
    }
    let values = options.map { option in Set(option.values.map(\.text)) }
    var (combinations, numbers): (Set<[Title]>, Set<SKU>) = ([], [])
    return all.enumerated().flatMap { index, variant in
      let place = "/variants/\(index)"
      guard variant.choices.count == options.count else {
        return [FieldError(place + "/values", valueOfEach(options, variant.choices.count))]
      }
      var fieldErrors = zip(variant.choices, values).enumerated().compactMap { number, choice in
        choice.1.contains(choice.0) ? nil : FieldError(place + "/values/\(number)", .unknownValue)
      }
      if !combinations.insert(variant.choices).inserted {
        fieldErrors.append(FieldError(place + "/values", repeatedVariant))
      }
      if let sku = variant.sku, !numbers.insert(sku).inserted {
        fieldErrors.append(FieldError(place + "/sku", repeatedNumber))
      }
      return fieldErrors
    }
  }

  private static let repeatedOption = ValidationError(
    "duplicate", "Another option has this name.", hint: "Give each option its own name.")

  private static let repeatedValue = ValidationError(
    "duplicate", "The option already has this value.", hint: "Write each value once.")

  private static let repeatedVariant = ValidationError(
    "duplicate", "Another variant has these values.", hint: "Write each combination once.")

  private static let repeatedNumber = ValidationError(
    "duplicate", "Another variant has this article number.", hint: "Write each number once.")

  private static func valueOfEach(_ options: [ProductOption], _ count: Int) -> ValidationError {
    ValidationError(
      count < options.count ? "too_few" : "too_many", "A variant has one value of each option.",
      hint: "Write \(options.count), in the order of the options.",
      allowed: .count(options.count...options.count))
  }

  private static func unknownImage(_ count: Int) -> ValidationError {
    ValidationError(
      "out_of_range", "The product has no picture with this number.",
      hint: count == 0 ? "Leave it out." : "Write 1 to \(count), or leave it out.",
      allowed: count == 0 ? nil : .numbers(1...Int64(count)))
  }
}

extension ValidationError {
  /// Without the values that the option has: hundreds of variants may have this error, and the
  /// sender has just written them.
  package static let unknownValue = ValidationError(
    "unknown_word", "The option has no such value.", hint: "Write one of its values.")

  /// The error for an article number of another variant.
  package static let takenSKU = ValidationError(
    "sku_taken", "Another variant of the vendor has this article number.",
    hint: "Choose another, or leave it out.")

  fileprivate static func count(_ count: Int, _ allowed: ClosedRange<Int>) -> ValidationError {
    ValidationError(
      count == 0 ? "required" : "too_many", "There are \(count).",
      hint: "Send \(allowed.lowerBound) to \(allowed.upperBound).", allowed: .count(allowed))
  }
}
