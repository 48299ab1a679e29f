/// How large pictures may be when they come, and when they are served.
package enum ImageLimits {
  /// Bytes on arrival, 10 MB: photographs of phones have two to eight.
  package static let arrivingBytesMax = 10 * 1_024 * 1_024
  /// Pixels on arrival, 50 megapixels: what phones of 50 and 48 megapixels make, of which some have
  /// 8192 x 6144. The figures of the decision `DecoderInASandbox` say what they cost.
  package static let arrivingPixelsMax = 50 * 1_024 * 1_024
  /// Pixels of a side on arrival: what a JPEG can have at most, less what some libraries keep.
  package static let arrivingSidePixelsMax = 65_500

  /// Bytes of what is served, 300 KB: what the existing apps send at most; it bounds a row and an
  /// answer.
  package static let servedBytesMax = StoredImage.bytesMax
  /// Pixels of what is served, 16 megapixels: 64 MB when an app draws it.
  package static let servedPixelsMax = 16 * 1_024 * 1_024
  /// Pixels of a side of what is served. Textures of older phones end there.
  package static let servedSidePixelsMax = 8_192
}
