/// A picture that can be laid out before it has loaded.
public struct PictureView: Sendable, Hashable, Codable {
  /// Names it among the pictures of a product, for those who arrange them; nil where nobody does.
  public let id: Int64?
  /// An absolute URL, whose bytes never change.
  public let url: String
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// What loading it takes, in bytes.
  public let bytes: Int
  /// To draw until it is there: `#rrggbb`, sRGB.
  public let color: String

  /// A picture of these parts.
  public init(id: Int64?, url: String, width: Int, height: Int, bytes: Int, color: String) {
    self.id = id
    self.url = url
    self.width = width
    self.height = height
    self.bytes = bytes
    self.color = color
  }
}
