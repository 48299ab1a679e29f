/// The bytes of a picture as it is stored and served: PNG or JPEG, read from the first byte to the
/// last without decoding it.
///
/// It contains nothing that does not belong to the picture, and nothing follows it, so it cannot
/// smuggle other content. A decoder's output is checked like a stranger's file.
package struct ImageFile: Sendable, Hashable {
  /// PNG or JPEG.
  package let format: ImageFormat
  package let bytes: [UInt8]
  package let size: ImageSize

  /// Reads the file.
  ///
  /// - Throws: the error, and the byte of the file where it is.
  package init(_ bytes: [UInt8], within limit: PixelLimit) throws(ImageFault) {
    let end: Int
    switch ImageFormat(signatureOf: bytes) {
    case .jpeg:
      let file = try JPEGFile(bytes, within: limit)
      guard !file.claims.isCut else { throw .truncated(at: bytes.count) }
      guard file.isWhole else {
        throw .malformed("Between the segments of the JPEG is something else.", at: file.end)
      }
      (format, size, end) = (.jpeg, file.claims.size, file.end)
    case .png: (format, size, end) = try Self.png(bytes, limit)
    case .gif, .webp, .heic, nil: throw .notServed
    }
    guard end == bytes.count else { throw .trailingBytes(at: end) }
    self.bytes = bytes
  }

  /// The same without the metadata that encoders add.
  ///
  /// - Throws: never, for a file that was read within the same limit.
  package func withoutNotes(within limit: PixelLimit) throws(ImageFault) -> ImageFile {
    try ImageFile(try ImageReading(of: bytes, within: limit).plain(), within: limit)
  }

  /// Chunk by chunk, each with its checksum, in an order that all decoders accept.
  private static func png(
    _ bytes: [UInt8], _ limit: PixelLimit
  ) throws(ImageFault) -> (ImageFormat, ImageSize, end: Int) {
    var chunk = try PNGChunk.intact(in: bytes, at: PNGChunk.signature.count)
    let header = try PNGHeader(chunk, of: bytes, within: limit)
    var types: [String] = []
    while chunk.type != "IEND" {
      chunk = try PNGChunk.intact(in: bytes, at: chunk.end)
      let isRepeated = types.contains(chunk.type)
      let goesOn = chunk.type == "IDAT" && types.last == "IDAT"
      // A lower-case first letter marks a chunk that readers may skip. Source: §5.4.
      let isOptional = chunk.type.utf8.first.map { $0 >= 0x61 } ?? false
      guard isOptional || ["PLTE", "IDAT", "IEND"].contains(chunk.type), !isRepeated || goesOn
      else {
        throw .malformed("A chunk of the PNG does not belong there.", at: chunk.start)
      }
      if !goesOn { types.append(chunk.type) }
    }
    guard types.contains("IDAT"), chunk.data.isEmpty else {
      throw .malformed("The PNG holds no picture.", at: chunk.start)
    }
    return (.png, header.size, chunk.end)
  }
}
