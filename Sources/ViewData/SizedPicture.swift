/// A picture of a product in all sizes: the full one for a gallery, the smaller ones for the strip
/// below it and for other screens.
///
/// If a smaller size was not made, its member has the original.
public struct SizedPicture: Sendable, Hashable, Codable, Identifiable {
  /// The picture's id among the pictures of the product, for arranging them.
  public let id: Int64
  /// An absolute URL, whose bytes never change.
  public let url: String
  /// In pixels; the longer side has at most 1,080.
  public let width: Int
  /// In pixels; the longer side has at most 1,080.
  public let height: Int
  /// The size of the file in bytes.
  public let bytes: Int
  /// The colour to draw until it has loaded, in any size: `#rrggbb`, sRGB.
  public let color: String
  /// At most 200 pixels a side, as in tiles.
  public let thumb: Size
  /// At most 400 pixels a side, as in cells.
  public let cell: Size
  /// Twice as wide as high, at most 1,200 x 600 pixels, for previews of links in messengers; nil if
  /// it was not made. Only covers have it.
  public let wide: Size?

  /// Another size of the picture.
  public struct Size: Sendable, Hashable, Codable {
    /// An absolute URL, whose bytes never change.
    public let url: String
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// The size of the file in bytes.
    public let bytes: Int

    /// Creates a size.
    public init(url: String, width: Int, height: Int, bytes: Int) {
      self.url = url
      self.width = width
      self.height = height
      self.bytes = bytes
    }
  }

  /// Creates a picture.
  public init(
    id: Int64, url: String, width: Int, height: Int, bytes: Int, color: String, thumb: Size,
    cell: Size, wide: Size? = nil
  ) {
    self.id = id
    self.url = url
    self.width = width
    self.height = height
    self.bytes = bytes
    self.color = color
    self.thumb = thumb
    self.cell = cell
    self.wide = wide
  }
}

/// A rectangle to draw until a picture has loaded.
public struct ImagePlaceholder: Sendable, Hashable, Codable {
  /// Pixels of the picture.
  public let width: Int
  /// Pixels of the picture.
  public let height: Int
  /// The most frequent colour of the picture: `#rrggbb`, sRGB.
  public let color: String

  /// Creates a placeholder.
  public init(width: Int, height: Int, color: String) {
    self.width = width
    self.height = height
    self.color = color
  }
}

/// A picture that can be laid out before it has loaded.
public struct PictureView: Sendable, Hashable, Codable {
  /// An absolute URL, whose bytes never change.
  public let url: String
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// The size of the file in bytes.
  public let bytes: Int
  /// The colour to draw until it has loaded: `#rrggbb`, sRGB.
  public let color: String

  /// Creates a picture.
  public init(url: String, width: Int, height: Int, bytes: Int, color: String) {
    self.url = url
    self.width = width
    self.height = height
    self.bytes = bytes
    self.color = color
  }
}
