/// The options and variants of a request, before their prices are known; nil is a member that was
/// left out, and an empty one removes both.
package struct AskedVariants: Sendable, Hashable {
  package static let nothing = AskedVariants()
  package var options: [ProductOption]?
  package var variants: [AskedVariant]?

  package init(options: [ProductOption]? = nil, variants: [AskedVariant]? = nil) {
    self.options = options
    self.variants = variants
  }

  /// Whether neither was sent.
  package var isNothing: Bool { options == nil && variants == nil }

  /// The variants of a product after the request.
  ///
  /// - Parameters:
  ///   - kept: the variants before it.
  ///   - price: the price of the request, for variants without one.
  /// - Throws: all broken rules, with pointers such as `/variants/3/price`.
  package func variants(
    changing kept: Variants?, price: Price?, in currency: Currency
  ) throws(Rejection) -> Variants? {
    guard !isNothing else { return kept }
    if options?.isEmpty == true || variants?.isEmpty == true {
      guard options ?? [] == [], variants ?? [] == [] else {
        throw Rejection([FieldError(variants == [] ? "/variants" : "/options", Self.missing)])
      }
      return nil
    }
    guard let options = options ?? kept?.options else {
      throw Rejection([FieldError("/options", Self.missing)])
    }
    guard let variants else { return try Self.kept(kept, with: options) }
    return try Variants(options: options, all: Self.priced(variants, price, in: currency))
  }

  /// The variants that a product has, with changed options.
  private static func kept(
    _ variants: Variants?, with options: [ProductOption]
  ) throws(Rejection) -> Variants {
    guard let variants else { throw Rejection([FieldError("/variants", missing)]) }
    do throws(Rejection) {
      return try Variants(options: options, all: variants.all)
    } catch {
      let ofOptions = error.fieldErrors.filter { $0.pointer.utf8.starts(with: "/options".utf8) }
      throw Rejection(ofOptions.isEmpty ? [FieldError("/variants", misfits)] : ofOptions)
    }
  }

  private static func priced(
    _ asked: [AskedVariant], _ price: Price?, in currency: Currency
  ) throws(Rejection) -> [Variant] {
    var (variants, fieldErrors): ([Variant], [FieldError]) = ([], [])
    for (index, variant) in asked.enumerated() {
      do throws(Rejection) {
        variants.append(try variant.priced(price, in: currency))
      } catch {
        fieldErrors += error.fieldErrors.map { $0.under("/variants/\(index)") }
      }
    }
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    return variants
  }

  private static let missing = ValidationError(
    "required", "Options and variants belong together.",
    hint: "Send both, or an empty list of each for a product without options.")

  private static let misfits = ValidationError(
    "required", "The product's present variants do not fit these options.",
    hint: "Send variants too.")
}

/// A variant of a request, before its price is known.
package struct AskedVariant: Sendable, Hashable {
  let choices: [Title]
  package let sku: SKU?
  let price: AskedPrice
  let stock: Stock
  let image: Int?

  /// - Parameters:
  ///   - price: without an amount: the price of the product.
  ///   - image: which of the product's pictures it shows, counted from 1.
  package init(
    choices: [Title], sku: SKU? = nil, price: AskedPrice = .nothing, stock: Stock = .none,
    image: Int? = nil
  ) {
    self.choices = choices
    self.sku = sku
    self.price = price
    self.stock = stock
    self.image = image
  }

  fileprivate func priced(
    _ usual: Price?, in currency: Currency
  ) throws(Rejection) -> Variant {
    let price: Price?
    if self.price.isNothing {
      price = usual
    } else {
      price = try self.price.filled(with: usual).price(in: currency)
    }
    guard let price else { throw Rejection([FieldError("/price", Self.priceMissing)]) }
    return Variant(choices: choices, sku: sku, price: price, stock: stock, image: image)
  }

  private static let priceMissing = ValidationError(
    "required", "Neither the variant nor the product has a price here.",
    hint: "Send price in the variant, or one for all beside variants.")
}

extension AskedPrice {
  package var isNothing: Bool { sentNames.isEmpty }

  /// The names of the members that were sent.
  package var sentNames: [String] {
    switch self {
    case .paid(let price, let original):
      (price == nil ? [] : ["price"]) + (original == .keep ? [] : ["original_price"])
    case .whole(let price, let discount):
      (price == nil ? [] : ["price"]) + (discount == nil ? [] : ["discounted_price"])
    }
  }

  /// With the amount of another price, where it has none.
  fileprivate func filled(with usual: Price?) -> AskedPrice {
    guard case .paid(nil, let original) = self, let usual else { return self }
    return .paid(Amount(minorUnits: usual.bargain), original: original)
  }
}
