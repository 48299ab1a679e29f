/// The parts of a product that a file of products lacks. The shop's product keeps them.
package struct ProductGaps: Sendable, Hashable {
  /// A column, or several, that a file may have or not.
  package enum Part: Sendable, Hashable, CaseIterable {
    case description, originalPrice, brand, maker, itemType, categoryPath, tags, isHidden
    /// Options and variants.
    case variants
    case sku, variantImage
  }

  package var parts: Set<Part>
  /// Indexes of variants without a stock, or 0 for a product without variants.
  package var stocks: Set<Int>
  /// Whether some of its pictures are missing: the shop's pictures stay, if it has any.
  package var lacksPictures: Bool

  package init(parts: Set<Part> = [], stocks: Set<Int> = [], lacksPictures: Bool = false) {
    self.parts = parts
    self.stocks = stocks
    self.lacksPictures = lacksPictures
  }

  fileprivate func choose<Value>(_ part: Part, _ old: Value, _ new: Value) -> Value {
    parts.contains(part) ? old : new
  }

  /// Without an original price, a price that equals the present one keeps its discount.
  fileprivate func price(_ old: Price, _ new: Price) -> Price {
    let isSame = new.bargain == old.bargain && new.currency == old.currency
    return parts.contains(.originalPrice) && isSame ? old : new
  }
}

extension ProductDraft {
  /// The same content, completed by the stored product.
  ///
  /// Terms of delivery, the shop's name, the link and the type are in no file of products.
  ///
  /// - Parameters:
  ///   - old: the stored content, with the numbers of pictures as they will be.
  ///   - keepsPictures: whether the pictures stay as they are.
  /// - Throws: `in_variants` for another price or stock, if the variants stay.
  package func completed(
    by old: ProductDraft, _ gaps: ProductGaps, keepsPictures: Bool
  ) throws(Rejection) -> ProductDraft {
    var details = old.details
    details.brand = gaps.choose(.brand, details.brand, self.details.brand)
    details.maker = gaps.choose(.maker, details.maker, self.details.maker)
    details.itemType = gaps.choose(.itemType, details.itemType, self.details.itemType)
    details.categoryPath = gaps.choose(
      .categoryPath, details.categoryPath, self.details.categoryPath)
    details.tags = gaps.choose(.tags, details.tags, self.details.tags)
    let keepsStock = gaps.stocks.contains(0)
    let price = gaps.price(old.price, price)
    var variants = variants
    if let stored = old.variants {
      if variants == nil, gaps.parts.contains(.variants) {
        try ProductPatch.refuse(
          (price == stored.price ? [] : ["price"])
            + (keepsStock || stock == stored.stock ? [] : ["stock"]))
        variants = stored
      } else {
        variants = variants?.completed(by: stored, gaps, keepsPictures: keepsPictures)
      }
    }
    return ProductDraft(
      name: name, description: gaps.choose(.description, old.description, description),
      price: price, stock: keepsStock ? old.stock : stock, details: details,
      isHidden: gaps.choose(.isHidden, old.isHidden, isHidden), variants: variants)
  }
}

extension Variants {
  /// Files have no colours, and no order of values but the one of their variants.
  fileprivate func completed(
    by old: Variants, _ gaps: ProductGaps, keepsPictures: Bool
  ) -> Variants {
    let options = options.map { option in
      let known = old.options.first { $0.name == option.name }?.values ?? []
      if Set(known.map(\.text)) == Set(option.values.map(\.text)) {
        return ProductOption(name: option.name, values: known)
      }
      return ProductOption(
        name: option.name,
        values: option.values.map { value in
          let color = known.first { $0.text == value.text }?.color
          return OptionValue(value.text, color: value.color ?? color)
        })
    }
    let known = Dictionary(old.all.map { ($0.choices, $0) }) { first, _ in first }
    let keepsPictures = keepsPictures || gaps.parts.contains(.variantImage)
    let all = all.enumerated().map { index, variant in
      guard let old = known[variant.choices] else { return variant }
      return Variant(
        id: variant.id, choices: variant.choices, sku: gaps.choose(.sku, old.sku, variant.sku),
        price: gaps.price(old.price, variant.price),
        stock: gaps.stocks.contains(index) ? old.stock : variant.stock,
        image: variant.image ?? (keepsPictures ? old.image : nil))
    }
    return Variants(storedOptions: options, all: all) ?? self
  }
}
