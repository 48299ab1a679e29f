import Catalogues
import Domain
import UseCases

/// A product of a file as the shop's rules take it.
struct ImportedProduct {
  /// Ids of the shop for the words of a file.
  struct Dictionary {
    /// Ids of item types by their titles in lower case, and by their digits.
    let itemTypes: [String: Int64]
  }

  let read: ReadProduct
  let item: ProductItem

  /// Nil for a product that the rules refuse.
  ///
  /// - Parameters:
  ///   - pictures: digests of its pictures; a picture that cannot be taken has none. Nil keeps the
  ///     pictures of the shop's product.
  ///   - findings: gets the flaws, and the parts that are left out.
  init?(
    _ read: ReadProduct, pictures: [String: ImageDigest]?, _ words: Dictionary,
    _ findings: inout Findings
  ) {
    do throws(Rejection) {
      var gaps = Self.gaps(read)
      let images = pictures.map { known in
        var unique: [ImageDigest] = []
        for picture in read.pictures {
          guard let digest = known[picture] else {
            gaps.lacksPictures = gaps.lacksPictures || unique.count < Product.imagesMax
            continue
          }
          if !unique.contains(digest) { unique.append(digest) }
        }
        if unique.count > Product.imagesMax { findings.add(.morePictures, at: read.place) }
        return Array(unique.prefix(Product.imagesMax))
      }
      let numbers = pictures.map { known in
        { (picture: String) in
          known[picture].flatMap { digest in images?.firstIndex(of: digest) }.map { $0 + 1 }
        }
      }
      let draft = try Self.draft(read, words, &findings, numbers ?? { _ in nil })
      if draft.details.itemType == nil, read.itemType != nil { gaps.parts.insert(.itemType) }
      if draft.details.tags == [], !read.tags.isEmpty { gaps.parts.insert(.tags) }
      self.read = read
      item = ProductItem(Self.target(draft), .whole(draft, images: images), gaps: gaps)
    } catch {
      Self.tell(error.fieldErrors, of: read, &findings)
      return nil
    }
  }

  static func tell(
    _ fieldErrors: [FieldError], of read: ReadProduct, _ findings: inout Findings
  ) {
    findings.refuse()
    for error in fieldErrors {
      findings.add(
        Catalogues.Finding.Kind(
          code: error.flaw.code, outcome: .refused, detail: error.flaw.detail,
          cure: error.flaw.hint),
        at: Self.place(of: error.pointer, in: read),
        column: String(error.pointer.dropFirst()).replacingDigits, sample: read.key)
    }
  }

  /// The row of the variant that an error is about.
  private static func place(of pointer: String, in read: ReadProduct) -> Place {
    let parts = pointer.split(separator: "/")
    guard parts.count > 1, parts[0] == "variants", let index = Int(parts[1]),
      read.variants.indices.contains(index)
    else { return read.place }
    return read.variants[index].place
  }

  /// An export names a product without a key by its code, which no product of another shop has.
  private static func target(_ draft: ProductDraft) -> ProductItem.Target {
    guard let key = draft.details.key else { return .none }
    let prefix = "code:"
    guard key.text.hasPrefix(prefix),
      let code = ProductCode(hex: String(key.text.dropFirst(prefix.count)))
    else { return .key(key) }
    return .code(code, orKey: key)
  }

  private static func gaps(_ read: ReadProduct) -> ProductGaps {
    let known = read.variants.isEmpty ? [read.isStockKnown] : read.variants.map(\.isStockKnown)
    return ProductGaps(parts: read.gaps, stocks: Set(known.indices.filter { !known[$0] }))
  }

  // MARK: Draft

  private static func draft(
    _ read: ReadProduct, _ words: Dictionary, _ findings: inout Findings,
    _ number: (String) -> Int?
  ) throws(Rejection) -> ProductDraft {
    var fieldErrors: [FieldError] = []
    let name = value("/name", &fieldErrors) { () throws(ValidationError) in
      try ProductName(read.name)
    }
    let description = value("/description", &fieldErrors) { () throws(ValidationError) in
      try ProductDescription(read.text)
    }
    let stock = value("/stock", &fieldErrors) { () throws(ValidationError) in
      try Stock(read.stock)
    }
    let details = try details(read, words, &findings, &fieldErrors)
    let variants = read.options.isEmpty ? nil : try variants(read, &fieldErrors, number)
    guard fieldErrors.isEmpty, let name, let description, let stock else {
      throw Rejection(fieldErrors)
    }
    return ProductDraft(
      name: name, description: description, price: read.price, stock: stock, details: details,
      isHidden: read.isHidden, variants: variants)
  }

  private static func details(
    _ read: ReadProduct, _ words: Dictionary, _ findings: inout Findings,
    _ fieldErrors: inout [FieldError]
  ) throws(Rejection) -> ProductDetails {
    var details = ProductDetails()
    details.key = value("/key", &fieldErrors) { () throws(ValidationError) in
      try ProductKey(read.key)
    }
    details.brand = title(read.brand, "/brand", &fieldErrors)
    details.maker = title(read.maker, "/maker", &fieldErrors)
    details.categoryPath = read.categoryPath.prefix(ProductDetails.categoriesMax).compactMap {
      title($0, "/category_path", &fieldErrors)
    }
    if read.categoryPath.count > ProductDetails.categoriesMax {
      findings.add(.deepCategory, at: read.place, sample: read.categoryPath.last)
    }
    let tags = read.tags.map { (text: $0, tag: ProductTag(rawValue: $0.uppercased())) }
    details.tags = ProductTags(tags.compactMap(\.tag))
    if let other = tags.first(where: { $0.tag == nil }) {
      findings.add(.leftTags, at: read.place, sample: other.text)
    }
    if let type = read.itemType {
      details.itemType = words.itemTypes[type.lowercased()]
      if details.itemType == nil { findings.add(.unknownType, at: read.place, sample: type) }
    }
    return details
  }

  private static func variants(
    _ read: ReadProduct, _ fieldErrors: inout [FieldError], _ number: (String) -> Int?
  ) throws(Rejection) -> Variants? {
    let options = read.options.enumerated().compactMap { index, option -> ProductOption? in
      guard let name = optionText(option.name, "/options/\(index)/name", &fieldErrors) else {
        return nil
      }
      let values = option.values.compactMap {
        optionText($0, "/options/\(index)/values", &fieldErrors).map { OptionValue($0) }
      }
      return ProductOption(name: name, values: values)
    }
    let all = read.variants.enumerated().map { index, variant in
      Variant(
        choices: variant.values.compactMap {
          optionText($0, "/variants/\(index)/values", &fieldErrors)
        },
        sku: variant.sku.flatMap { text in
          value("/variants/\(index)/sku", &fieldErrors) { () throws(ValidationError) in
            try SKU(text)
          }
        },
        price: variant.price, stock: Stock(clamping: variant.stock),
        image: variant.picture.flatMap(number))
    }
    guard fieldErrors.isEmpty else { return nil }
    return try Variants(options: options, all: all)
  }

  private static func optionText(
    _ text: String, _ pointer: String, _ fieldErrors: inout [FieldError]
  ) -> Title? {
    value(pointer, &fieldErrors) { () throws(ValidationError) in try ProductOption.text(text) }
  }

  private static func title(
    _ text: String?, _ pointer: String, _ fieldErrors: inout [FieldError]
  ) -> Title? {
    guard let text else { return nil }
    return value(pointer, &fieldErrors) { () throws(ValidationError) in try Title(text) }
  }

  private static func value<Value>(
    _ pointer: String, _ fieldErrors: inout [FieldError],
    _ read: () throws(ValidationError) -> Value
  ) -> Value? {
    do throws(ValidationError) {
      return try read()
    } catch {
      fieldErrors.append(FieldError(pointer, error))
      return nil
    }
  }
}

extension String {
  /// `variants/12/sku` is the same kind of mistake as `variants/3/sku`.
  fileprivate var replacingDigits: String {
    split(separator: "/").map { Int($0) == nil ? String($0) : "N" }.joined(separator: "/")
  }
}

extension Catalogues.Finding.Kind {
  fileprivate static let morePictures = Self(
    code: "more_pictures", outcome: .left,
    detail: "The product has more than \(Product.imagesMax) pictures.",
    cure: "The first ones are taken; order them.")
  fileprivate static let deepCategory = Self(
    code: "deep_category", outcome: .left,
    detail: "The category has more than \(ProductDetails.categoriesMax) steps.",
    cure: "The first ones are taken.")
  fileprivate static let leftTags = Self(
    code: "left_tags", outcome: .left, detail: "The shop has no tags of one's own.",
    cure: "Search finds products by name, description and brand; BEST and FREE_DELIVERY are taken.")
  fileprivate static let unknownType = Self(
    code: "unknown_type", outcome: .left, detail: "The shop has no item type of that title.",
    cure: "Add item types by `moa seed`, and import again.")
}
