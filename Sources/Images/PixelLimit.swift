/// How many pixels a picture may claim to have.
package struct PixelLimit: Sendable, Hashable {
  /// Pixels of a side.
  package let sideMax: Int
  /// Pixels in all.
  package let pixelsMax: Int

  package init(sideMax: Int, pixelsMax: Int) {
    self.sideMax = sideMax
    self.pixelsMax = pixelsMax
  }

  /// For sentences: 50 for 52,428,800, as of megabytes.
  package var megapixelsMax: Int { pixelsMax >> 20 }
}

/// The size of a picture in pixels, within a limit.
package struct ImageSize: Sendable, Hashable {
  package let width: Int
  package let height: Int

  /// - Parameter offset: where the file says so.
  /// - Throws: for no pixels, and for more than the limit.
  init(width: Int, height: Int, within limit: PixelLimit, at offset: Int) throws(ImageFault) {
    guard width > 0, height > 0 else { throw .noPixels(at: offset) }
    guard width <= limit.sideMax, height <= limit.sideMax, width * height <= limit.pixelsMax else {
      throw .tooManyPixels(width: width, height: height, limit: limit, at: offset)
    }
    self.width = width
    self.height = height
  }

  package var pixels: Int { width * height }
}
