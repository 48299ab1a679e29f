/// What an app shows at once, section under section.
public struct Screen: Sendable, Hashable, Codable {
  /// In the order of display.
  public let sections: [AnySection]

  /// A screen of these sections.
  public init(sections: [AnySection]) {
    self.sections = sections
  }
}

/// A product on a screen of its own, with what else may please who looks at it.
public struct ProductScreen: Sendable, Hashable, Codable {
  /// All about it.
  public let product: ProductDetail
  /// In the order of display.
  public let sections: [AnySection]

  /// A screen of these parts.
  public init(product: ProductDetail, sections: [AnySection]) {
    self.product = product
    self.sections = sections
  }
}

/// An event on a screen of its own, with its products.
public struct EventScreen: Sendable, Hashable, Codable {
  /// What stands above the products.
  public let event: EventCategoryCard
  /// In the order of display.
  public let sections: [AnySection]

  /// A screen of these parts.
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
  /// Kinds of goods.
  case itemTypes(ScreenSection<ItemTypeCell>)
  /// Of a kind that this version does not know: skip it.
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

  /// Writes the section that it is.
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
