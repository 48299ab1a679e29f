public import ViewData

/// The choice among the sizes and colours of a product: a value for its screen.
///
/// One variant is chosen at any time. Options are chosen in their order: what was chosen before
/// decides which values are available, and a later choice is kept if it can be.
public struct VariantChooser: Sendable, Hashable {
  /// In the order of choosing.
  public let options: [OptionView]
  /// The variant that is chosen: its texts, its price, its stock.
  public private(set) var chosen: VariantView
  private let variants: [VariantView]
  private let images: [SizedPicture]

  /// Chooses a variant, or the one that the server suggests if the product has no such variant.
  ///
  /// Nil for a product without options. A variant that lacks a value of an option is left out.
  public init?(_ product: ProductDetail, variant id: Int64? = nil) {
    let whole = product.variants.filter { $0.values.count == product.options.count }
    let wanted = [id, product.chosenVariantID].lazy.compactMap { id in
      whole.first { $0.id == id }
    }
    guard !product.options.isEmpty, let first = wanted.first ?? whole.first else { return nil }
    options = product.options
    chosen = first
    variants = whole
    images = product.images
  }

  /// The picture of the chosen variant; the first of the product if it has none of its own.
  public var picture: SizedPicture? {
    let index = (chosen.imageNumber ?? 1) - 1
    return images.indices.contains(index) ? images[index] : images.first
  }

  /// Whether the value is part of the chosen variant.
  public func isChosen(_ value: OptionValueView, of option: OptionView) -> Bool {
    index(of: option).map { chosen.values[$0] == value.text } ?? false
  }

  /// Whether something in stock has the value and what was chosen before.
  public func isAvailable(_ value: OptionValueView, of option: OptionView) -> Bool {
    variant(choosing: value, of: option).map { !$0.isSoldOut } ?? false
  }

  /// Chooses a value. Nothing changes if no variant has it and what was chosen before.
  public mutating func choose(_ value: OptionValueView, of option: OptionView) {
    chosen = variant(choosing: value, of: option) ?? chosen
  }

  /// The variant that choosing a value leads to. Nil if there is none: it is not sold like that.
  public func variant(choosing value: OptionValueView, of option: OptionView) -> VariantView? {
    guard let place = index(of: option) else { return nil }
    let candidates = variants.filter {
      $0.values[place] == value.text && $0.values[..<place] == chosen.values[..<place]
    }
    let alike = candidates.first { $0.values[(place + 1)...] == chosen.values[(place + 1)...] }
    if let alike, !alike.isSoldOut { return alike }
    return candidates.first { !$0.isSoldOut } ?? alike ?? candidates.first
  }

  private func index(of option: OptionView) -> Int? {
    options.firstIndex { $0.name == option.name }
  }
}

extension ProductDetail {
  /// The variant of an id, as in a link to it; nil if the product has none.
  public func variant(_ id: Int64?) -> VariantView? { variants.first { $0.id == id } }

  /// The variant with a value of each option, in their order; nil if that is not sold.
  public func variant(for values: [String]) -> VariantView? {
    variants.first { $0.values == values }
  }
}
