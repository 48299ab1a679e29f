/// The content of a screen: sections from top to bottom.
public struct Screen: Sendable, Hashable, Codable {
  /// In the order of display.
  public let sections: [AnySection]

  /// Creates a screen.
  public init(sections: [AnySection]) {
    self.sections = sections
  }
}

/// The screen of a product, with sections of products that may interest its reader.
public struct ProductScreen: Sendable, Hashable, Codable {
  /// The product with all its details.
  public let product: ProductDetail
  /// In the order of display.
  public let sections: [AnySection]

  /// Creates a screen.
  public init(product: ProductDetail, sections: [AnySection]) {
    self.product = product
    self.sections = sections
  }
}

/// The screen of an event, with its products.
public struct EventScreen: Sendable, Hashable, Codable {
  /// The event, shown above the products.
  public let event: EventCategoryCard
  /// In the order of display.
  public let sections: [AnySection]

  /// Creates a screen.
  public init(event: EventCategoryCard, sections: [AnySection]) {
    self.event = event
    self.sections = sections
  }
}

/// A section of any kind.
public enum AnySection: Sendable, Hashable, Codable {
  /// Wide pictures.
  case eventBanners(ScreenSection<EventBannerCell>)
  /// Pictures of events.
  case eventCategories(ScreenSection<EventCategoryCell>)
  /// Products as cards.
  case products(ScreenSection<ProductCell>)
  /// Item types.
  case itemTypes(ScreenSection<ItemTypeCell>)
  /// A kind that this version of the client does not know: skip it.
  case unknown(id: String, kind: String)

  private enum CodingKeys: String, CodingKey {
    case id
    case kind
  }

  /// Reads a section by its kind.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try members.decode(String.self, forKey: .kind)
    switch kind {
    case "event_banners": self = .eventBanners(try ScreenSection(from: decoder))
    case "event_categories": self = .eventCategories(try ScreenSection(from: decoder))
    case "products": self = .products(try ScreenSection(from: decoder))
    case "item_types": self = .itemTypes(try ScreenSection(from: decoder))
    default:
      self = .unknown(id: try members.decode(String.self, forKey: .id), kind: kind)
    }
  }

  /// Writes the section by its kind.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .eventBanners(let section): try section.encode(to: encoder)
    case .eventCategories(let section): try section.encode(to: encoder)
    case .products(let section): try section.encode(to: encoder)
    case .itemTypes(let section): try section.encode(to: encoder)
    case .unknown(let id, let kind):
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(id, forKey: .id)
      try members.encode(kind, forKey: .kind)
    }
  }
}
