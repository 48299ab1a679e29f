/// A department of the shop, ready to draw.
public struct CategoryCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// One line of text.
  public let title: String

  /// Creates a cell.
  public init(id: Int64, title: String) {
    self.id = id
    self.title = title
  }
}

/// A kind of item inside of a category, ready to draw.
public struct ItemTypeCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// The category that it belongs to.
  public let categoryID: Int64
  /// One line of text.
  public let title: String
  /// An absolute URL.
  public let imageURL: String
  /// To draw until the picture has loaded; nil for one of another site.
  public let image: ImagePlaceholder?
  /// The target of a tap.
  public let link: CellLink

  /// Creates a cell.
  public init(
    id: Int64, categoryID: Int64, title: String, imageURL: String, image: ImagePlaceholder?,
    link: CellLink
  ) {
    self.id = id
    self.categoryID = categoryID
    self.title = title
    self.imageURL = imageURL
    self.image = image
    self.link = link
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case categoryID = "category_id"
    case title
    case imageURL = "image_url"
    case image
    case link
  }
}
