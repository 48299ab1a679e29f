/// A department of the shop, ready to draw.
public struct CategoryCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// One line of text.
  public let title: String

  /// A cell of these parts.
  public init(id: Int64, title: String) {
    self.id = id
    self.title = title
  }
}

/// A kind of item inside of a category, ready to draw.
public struct ItemTypeCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// The category that it stands under.
  public let categoryID: Int64
  /// One line of text.
  public let title: String
  /// An absolute URL.
  public let imageURL: String
  /// Where a tap leads.
  public let link: CellLink

  /// A cell of these parts.
  public init(id: Int64, categoryID: Int64, title: String, imageURL: String, link: CellLink) {
    self.id = id
    self.categoryID = categoryID
    self.title = title
    self.imageURL = imageURL
    self.link = link
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case id
    case categoryID = "category_id"
    case title
    case imageURL = "image_url"
    case link
  }
}
