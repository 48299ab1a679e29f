/// What the newest matches of a search have in common: what a sheet of filters shows.
public struct SearchFacetsView: Sendable, Hashable, Codable {
  /// How many matches were looked at: at most 2,000, the newest.
  public let matches: Int64
  /// Whether those are all matches.
  public let isComplete: Bool
  /// The commonest first, at most 20.
  public let categories: [FacetValue]
  /// The commonest first, at most 20.
  public let itemTypes: [FacetValue]
  /// The commonest first, at most 20.
  public let brands: [BrandFacet]
  /// From the cheapest on.
  public let prices: [PriceFacet]

  /// Facets of these parts.
  public init(
    matches: Int64, isComplete: Bool, categories: [FacetValue], itemTypes: [FacetValue],
    brands: [BrandFacet], prices: [PriceFacet]
  ) {
    self.matches = matches
    self.isComplete = isComplete
    self.categories = categories
    self.itemTypes = itemTypes
    self.brands = brands
    self.prices = prices
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case matches
    case isComplete = "is_complete"
    case categories
    case itemTypes = "item_types"
    case brands
    case prices
  }
}

/// A category or an item type, and how many matches are of it.
public struct FacetValue: Sendable, Hashable, Codable, Identifiable {
  /// For the filter of the same name.
  public let id: Int64
  /// One line.
  public let title: String
  /// How many of the matches.
  public let count: Int64

  /// A value of these parts.
  public init(id: Int64, title: String, count: Int64) {
    self.id = id
    self.title = title
    self.count = count
  }
}

/// A brand, and how many matches are of it.
public struct BrandFacet: Sendable, Hashable, Codable {
  /// One line.
  public let name: String
  /// How many of the matches.
  public let count: Int64

  /// A brand with its count.
  public init(name: String, count: Int64) {
    self.name = name
    self.count = count
  }
}

/// A band of prices in won, and how many matches are in it.
public struct PriceFacet: Sendable, Hashable, Codable {
  /// Ready to draw: `10,000원 ~ 30,000원`.
  public let text: String
  /// For the filter `price_min`; nil for the cheapest band.
  public let min: Int64?
  /// For the filter `price_max`; nil for the dearest band.
  public let max: Int64?
  /// How many of the matches.
  public let count: Int64

  /// A band of these parts.
  public init(text: String, min: Int64?, max: Int64?, count: Int64) {
    self.text = text
    self.min = min
    self.max = max
    self.count = count
  }
}
