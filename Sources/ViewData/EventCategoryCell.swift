/// An event category with the one picture that the screen asked for, ready to draw.
public struct EventCategoryCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// 1 to 100 characters on one line.
  public let title: String
  /// An absolute URL.
  public let imageURL: String
  /// Nil for an image of another site.
  public let image: ImagePlaceholder?
  /// Where a tap leads.
  public let link: CellLink
  /// Ascending in the order of display.
  public let position: Int

  /// A cell of these parts.
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

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case id
    case title
    case imageURL = "image_url"
    case image
    case link
    case position
  }
}
