/// Takes out of a file what is not the picture, without decoding it: for a server that has no tool
/// to encode it anew.
package enum PlainImage {
  /// The octets without place, time, device, previews, texts, and whatever follows the image.
  ///
  /// - Throws: what is wrong with the file; `unsupported_format` for all but JPEG and PNG.
  package static func octets(of octets: [UInt8]) throws(ImageFlaw) -> [UInt8] {
    switch ImageFormat(signatureOf: octets) {
    case .jpeg: try JPEGFile(octets).withoutMetadata
    case .png: try PNGFile(octets).withoutMetadata
    case .some(let format): throw .needsTool(format)
    case nil: throw .notServed
    }
  }
}
