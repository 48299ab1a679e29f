/// An event category with the picture that the screen needs, ready to draw.
public struct EventCategoryCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// 1 to 100 characters on one line.
  public let title: String
  /// An absolute URL.
  public let imageURL: String
  /// Nil for an image of another site.
  public let image: ImagePlaceholder?
  /// The target of a tap.
  public let link: CellLink
  /// Ascending in the order of display.
  public let position: Int

  /// Creates a cell.
  public init(
    id: Int64, title: String, imageURL: String, image: ImagePlaceholder?, link: CellLink,
    position: Int
  ) {
    self.id = id
    self.title = title
    self.imageURL = imageURL
    self.image = image
    self.link = link
    self.position = position
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case title
    case imageURL = "image_url"
    case image
    case link
    case position
  }
}

/// The picture of an event category that a screen shows.
public enum EventCategoryVariant: String, Sendable, Hashable, Codable, CaseIterable {
  /// The plain picture, for the category tab.
  case thumbnail
  /// The picture with lettering, for the home tab.
  case text
}

/// An event category with both pictures, for an app that shows it on two screens with one answer.
public struct EventCategoryCard: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// 1 to 100 characters on one line.
  public let title: String
  /// The plain picture; an absolute URL.
  public let thumbnailImageURL: String
  /// Nil for an image of another site.
  public let thumbnailImage: ImagePlaceholder?
  /// The picture with lettering; an absolute URL.
  public let thumbnailTextImageURL: String
  /// Nil for an image of another site.
  public let thumbnailTextImage: ImagePlaceholder?
  /// The target of a tap.
  public let link: CellLink
  /// Ascending in the order of display.
  public let position: Int

  /// Creates a cell.
  public init(
    id: Int64, title: String, thumbnailImageURL: String, thumbnailImage: ImagePlaceholder?,
    thumbnailTextImageURL: String, thumbnailTextImage: ImagePlaceholder?, link: CellLink,
    position: Int
  ) {
    self.id = id
    self.title = title
    self.thumbnailImageURL = thumbnailImageURL
    self.thumbnailImage = thumbnailImage
    self.thumbnailTextImageURL = thumbnailTextImageURL
    self.thumbnailTextImage = thumbnailTextImage
    self.link = link
    self.position = position
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case title
    case thumbnailImageURL = "thumbnail_image_url"
    case thumbnailImage = "thumbnail_image"
    case thumbnailTextImageURL = "thumbnail_text_image_url"
    case thumbnailTextImage = "thumbnail_text_image"
    case link
    case position
  }
}

/// A banner of the home screen's carousel, ready to draw.
public struct EventBannerCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// One line of text.
  public let content: String
  /// An absolute URL.
  public let imageURL: String
  /// To draw until the picture has loaded; nil for one of another site.
  public let image: ImagePlaceholder?
  /// The target of a tap; nil if it does nothing.
  public let link: CellLink?

  /// Creates a cell.
  public init(
    id: Int64, content: String, imageURL: String, image: ImagePlaceholder?, link: CellLink?
  ) {
    self.id = id
    self.content = content
    self.imageURL = imageURL
    self.image = image
    self.link = link
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case content
    case imageURL = "image_url"
    case image
    case link
  }
}
