/// A picture of a product in all of its sizes: itself for a gallery, smaller ones for the strip
/// below it or for what shows the product next.
///
/// Where a size was not made, its place has the picture as it was taken.
public struct SizedPicture: Sendable, Hashable, Codable, Identifiable {
  /// Names it among the pictures of the product, for those who arrange them.
  public let id: Int64
  /// An absolute URL, whose bytes never change.
  public let url: String
  /// In pixels; the longer side has at most 1,080.
  public let width: Int
  /// In pixels; the longer side has at most 1,080.
  public let height: Int
  /// What loading it takes, in bytes.
  public let bytes: Int
  /// To draw until it is there, in any size: `#rrggbb`, sRGB.
  public let color: String
  /// At most 200 pixels a side, as tiles have it.
  public let thumb: Size
  /// At most 400 pixels a side, as cells have it.
  public let cell: Size

  /// The same picture, smaller.
  public struct Size: Sendable, Hashable, Codable {
    /// An absolute URL, whose bytes never change.
    public let url: String
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// What loading it takes, in bytes.
    public let bytes: Int

    /// A size of these parts.
    public init(url: String, width: Int, height: Int, bytes: Int) {
      self.url = url
      self.width = width
      self.height = height
      self.bytes = bytes
    }
  }

  /// A picture of these parts.
  public init(
    id: Int64, url: String, width: Int, height: Int, bytes: Int, color: String, thumb: Size,
    cell: Size
  ) {
    self.id = id
    self.url = url
    self.width = width
    self.height = height
    self.bytes = bytes
    self.color = color
    self.thumb = thumb
    self.cell = cell
  }
}

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
