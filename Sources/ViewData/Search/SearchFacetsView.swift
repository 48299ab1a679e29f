/// The most frequent properties of the newest matches, for a sheet of filters.
public struct SearchFacetsView: Sendable, Hashable, Codable {
  /// The number of matches that were counted: the newest, at most 2,000.
  public let matches: Int64
  /// Whether all matches were counted.
  public let isComplete: Bool
  /// The most frequent first, at most 20.
  public let categories: [FacetValue]
  /// The most frequent first, at most 20.
  public let itemTypes: [FacetValue]
  /// The most frequent first, at most 20.
  public let brands: [BrandFacet]
  /// Sizes, colours and so on, at most 5.
  public let options: [OptionFacet]
  /// From the cheapest.
  public let prices: [PriceFacet]

  /// Facets of these parts.
  public init(
    matches: Int64, isComplete: Bool, categories: [FacetValue], itemTypes: [FacetValue],
    brands: [BrandFacet], options: [OptionFacet] = [], prices: [PriceFacet]
  ) {
    self.matches = matches
    self.isComplete = isComplete
    self.categories = categories
    self.itemTypes = itemTypes
    self.brands = brands
    self.options = options
    self.prices = prices
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case matches
    case isComplete = "is_complete"
    case categories
    case itemTypes = "item_types"
    case brands
    case options
    case prices
  }
}

/// A category or an item type, with its number of matches.
public struct FacetValue: Sendable, Hashable, Codable, Identifiable {
  /// The value of the filter with the same name.
  public let id: Int64
  /// One line.
  public let title: String
  /// The number of matches.
  public let count: Int64

  /// Creates a value.
  public init(id: Int64, title: String, count: Int64) {
    self.id = id
    self.title = title
    self.count = count
  }
}

/// A brand, with its number of matches.
public struct BrandFacet: Sendable, Hashable, Codable {
  /// One line.
  public let name: String
  /// The number of matches.
  public let count: Int64

  /// A brand with its count.
  public init(name: String, count: Int64) {
    self.name = name
    self.count = count
  }
}

/// An option, such as the size, with its values.
public struct OptionFacet: Sendable, Hashable, Codable {
  /// One line.
  public let name: String
  /// The most frequent first, at most 20.
  public let values: [OptionValueFacet]

  /// An option with its values.
  public init(name: String, values: [OptionValueFacet]) {
    self.name = name
    self.values = values
  }
}

/// A value of an option, with its number of matches.
public struct OptionValueFacet: Sendable, Hashable, Codable {
  /// One line.
  public let text: String
  /// The value of the filter `option`: `사이즈:270`.
  public let option: String
  /// The number of matches with a variant of this value.
  public let count: Int64

  /// A value with its count.
  public init(text: String, option: String, count: Int64) {
    self.text = text
    self.option = option
    self.count = count
  }
}

/// A range of prices in won, with its number of matches.
public struct PriceFacet: Sendable, Hashable, Codable {
  /// Ready to draw: `10,000원 ~ 30,000원`.
  public let text: String
  /// The value of the filter `price_min`; nil for the cheapest range.
  public let min: Int64?
  /// The value of the filter `price_max`; nil for the most expensive range.
  public let max: Int64?
  /// The number of matches.
  public let count: Int64

  /// Creates a range.
  public init(text: String, min: Int64?, max: Int64?, count: Int64) {
    self.text = text
    self.min = min
    self.max = max
    self.count = count
  }
}
