/// A picture that can be laid out before it has loaded.
public struct PictureView: Sendable, Hashable, Codable {
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
  public init(url: String, width: Int, height: Int, bytes: Int, color: String) {
    self.url = url
    self.width = width
    self.height = height
    self.bytes = bytes
    self.color = color
  }
}
