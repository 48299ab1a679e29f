public import Foundation
public import ViewData

// The addresses of pictures and links as URLs; nil for one that is none.

extension PictureView {
  /// The address.
  public var location: URL? { URL(string: url) }
}

extension SizedPicture {
  /// The address of the largest size.
  public var location: URL? { URL(string: url) }
}

extension SizedPicture.Size {
  /// The address.
  public var location: URL? { URL(string: url) }
}

extension EventCategoryCell {
  /// The address of the picture.
  public var imageLocation: URL? { URL(string: imageURL) }
}

extension EventBannerCell {
  /// The address of the picture.
  public var imageLocation: URL? { URL(string: imageURL) }
}

extension ItemTypeCell {
  /// The address of the picture.
  public var imageLocation: URL? { URL(string: imageURL) }
}

extension AppConfiguration {
  /// Where the update is.
  public var storeLocation: URL? { storeURL.flatMap { URL(string: $0) } }
}

extension CellLink {
  /// The target of a link of the kind `url`.
  public var location: URL? { url.flatMap { URL(string: $0) } }
}
