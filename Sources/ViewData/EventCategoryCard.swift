/// An event category with both of its pictures, for an app that shows it on two screens from one
/// answer.
public struct EventCategoryCard: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// 1 to 100 characters on one line.
  public let title: String
  /// The plain picture; an absolute URL.
  public let thumbnailImageURL: String
  /// The picture with lettering; an absolute URL.
  public let thumbnailTextImageURL: String
  /// Ascending in the order of display.
  public let position: Int

  /// A cell of these parts.
  public init(
    id: Int64, title: String, thumbnailImageURL: String, thumbnailTextImageURL: String,
    position: Int
  ) {
    self.id = id
    self.title = title
    self.thumbnailImageURL = thumbnailImageURL
    self.thumbnailTextImageURL = thumbnailTextImageURL
    self.position = position
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case id
    case title
    case thumbnailImageURL = "thumbnail_image_url"
    case thumbnailTextImageURL = "thumbnail_text_image_url"
    case position
  }
}
