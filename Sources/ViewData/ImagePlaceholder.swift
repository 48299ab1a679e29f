/// What to draw in the place of a picture until it has loaded.
public struct ImagePlaceholder: Sendable, Hashable, Codable {
  /// Of the picture, in pixels.
  public let width: Int
  /// Of the picture, in pixels.
  public let height: Int
  /// `#rrggbb`, sRGB: the colour that most of the picture has.
  public let color: String

  /// A placeholder of these parts.
  public init(width: Int, height: Int, color: String) {
    self.width = width
    self.height = height
    self.color = color
  }
}
