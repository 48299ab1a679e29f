/// A few pixels of an image, read from a PNG that is not compressed.
///
/// It is the only form with transparency that the tool writes and that can be read in a few lines.
/// Source: Portable Network Graphics, Third Edition, §7, §9, §10; RFC 1950 §2.2; RFC 1951 §3.2.4.
package struct PixelSample: Sendable, Hashable {
  /// Red, green, blue and alpha, again and again.
  package let rgba: [UInt8]
  /// Of the file: gray, gray and alpha, red-green-blue, or red-green-blue and alpha.
  package let channels: Int
  /// Alpha from which on the background is invisible. When a picture is made smaller, a single
  /// pixel of another alpha may be lost among its neighbours.
  private static let opaqueMin: UInt8 = 250
  /// Pixels of a side: a larger picture is no sample.
  private static let sideMax = 256

  package var isOpaque: Bool {
    stride(from: 3, to: rgba.count, by: 4).allSatisfy { rgba[$0] >= Self.opaqueMin }
  }

  /// - Throws: unless it has 8 bits a channel, no palette, no filter and no compression.
  package init(_ png: [UInt8]) throws(ImageFault) {
    guard png.starts(with: PNGChunk.signature) else { throw .notServed }
    var chunk = try PNGChunk.intact(in: png, at: PNGChunk.signature.count)
    let header = Array(png[chunk.data])
    let shape = try Shape(header, at: chunk.start)
    var data: [UInt8] = []
    while chunk.type != "IEND" {
      chunk = try PNGChunk.intact(in: png, at: chunk.end)
      if chunk.type == "IDAT" { data += png[chunk.data] }
    }
    channels = shape.channels
    rgba = try shape.pixels(in: try Self.stored(data))
  }

  private struct Shape {
    let width: Int
    let height: Int
    let channels: Int

    init(_ header: [UInt8], at offset: Int) throws(ImageFault) {
      guard header.count == 13, header[8] == 8, header[12] == 0,
        let channels = [0: 1, 4: 2, 2: 3, 6: 4][Int(header[9])]
      else { throw .malformed("The sample has another form.", at: offset) }
      width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
      height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
      self.channels = channels
      guard (1...PixelSample.sideMax).contains(width), (1...PixelSample.sideMax).contains(height)
      else { throw .malformed("The sample has another size.", at: offset) }
    }

    /// Each row begins with the number of its filter, and 0 is none.
    func pixels(in rows: [UInt8]) throws(ImageFault) -> [UInt8] {
      let length = 1 + width * channels
      guard rows.count == length * height else { throw .truncated(at: rows.count) }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(width * height * 4)
      for start in stride(from: 0, to: rows.count, by: length) {
        guard rows[start] == 0 else { throw .malformed("The sample is filtered.", at: start) }
        for at in stride(from: start + 1, to: start + length, by: channels) {
          let isGray = channels < 3
          pixels += isGray ? [rows[at], rows[at], rows[at]] : Array(rows[at..<(at + 3)])
          pixels.append(channels.isMultiple(of: 2) ? rows[at + channels - 1] : 255)
        }
      }
      return pixels
    }
  }

  /// The content of a zlib stream whose blocks are all stored uncompressed.
  private static func stored(_ stream: [UInt8]) throws(ImageFault) -> [UInt8] {
    var cursor = ImageCursor(stream, 0..<stream.count)
    try cursor.skip(2)
    var content: [UInt8] = []
    while true {
      let start = cursor.at
      let head = try cursor.byte()
      guard head <= 1 else { throw .malformed("The sample is compressed.", at: start) }
      let length = try cursor.littleEndian(2)
      try cursor.skip(2)
      let block = try cursor.part(length)
      content += stream[block.at..<block.end]
      if head == 1 { return content }
    }
  }
}
