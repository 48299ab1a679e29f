/// A banner of the home screen's carousel, ready to draw.
public struct EventBannerCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// One line of text.
  public let content: String
  /// An absolute URL.
  public let imageURL: String
  /// Where a tap leads; nil for nowhere.
  public let link: CellLink?

  /// A cell of these parts.
  public init(id: Int64, content: String, imageURL: String, link: CellLink?) {
    self.id = id
    self.content = content
    self.imageURL = imageURL
    self.link = link
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case id
    case content
    case imageURL = "image_url"
    case link
  }
}
