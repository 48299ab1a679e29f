/// The changes of a shop since a client asked last.
public struct ShopChanges: Sendable, Hashable, Codable {
  /// The value of `since` in the next request; the same again if nothing is new.
  public let next: String
  /// Whether all that is not in this answer may have changed too, and has to be read anew.
  public let isWhole: Bool
  /// Whether banners, events, sections, categories or item types changed, began or ended.
  public let home: Bool
  /// Whether the configuration of apps changed.
  public let config: Bool
  /// Event categories that changed, began or ended, or whose products changed.
  public let events: [Int64]
  /// Of the products that were asked about those that changed; in the feed all that changed.
  public let products: [ProductChange]
  /// Vendors with another name; only in the feed. Otherwise cells have it.
  public let vendors: [VendorLabel]
  /// Whether other products changed than those that were asked about.
  public let hasOtherProducts: Bool
  /// Whether the feed goes on after ``next``.
  public let hasMore: Bool

  /// Creates an answer.
  public init(
    next: String, isWhole: Bool = false, home: Bool = false, config: Bool = false,
    events: [Int64] = [], products: [ProductChange] = [], vendors: [VendorLabel] = [],
    hasOtherProducts: Bool = false, hasMore: Bool = false
  ) {
    self.next = next
    self.isWhole = isWhole
    self.home = home
    self.config = config
    self.events = events
    self.products = products
    self.vendors = vendors
    self.hasOtherProducts = hasOtherProducts
    self.hasMore = hasMore
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case next
    case isWhole = "is_whole"
    case home
    case config
    case events
    case products
    case vendors
    case hasOtherProducts = "has_other_products"
    case hasMore = "has_more"
  }

  /// Reads an answer; a flag that is left out is false, a list that is left out is empty.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys) throws -> Bool {
      try values.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
    func list<Item: Decodable>(_ key: CodingKeys) throws -> [Item] {
      try values.decodeIfPresent([Item].self, forKey: key) ?? []
    }
    self.init(
      next: try values.decode(String.self, forKey: .next), isWhole: try flag(.isWhole),
      home: try flag(.home), config: try flag(.config), events: try list(.events),
      products: try list(.products), vendors: try list(.vendors),
      hasOtherProducts: try flag(.hasOtherProducts), hasMore: try flag(.hasMore))
  }
}

/// A product that changed.
public struct ProductChange: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// The product as it is now; nil if it was removed.
  public let cell: ProductCell?
  /// Whether it was removed; nil if it was not.
  public let isRemoved: Bool?

  /// Creates a change.
  ///
  /// - Parameter cell: nil for a product that was removed.
  public init(id: Int64, cell: ProductCell?) {
    self.id = id
    self.cell = cell
    isRemoved = cell == nil ? true : nil
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case cell
    case isRemoved = "is_removed"
  }
}
