extension SampleImages {
  /// A GIF with that many pictures, of which nobody decodes the pixels.
  package static func gif(
    width: Int = 8, height: Int = 8, frames: Int = 1, frameWidth: Int? = nil,
    isTransparent: Bool = false
  ) -> [UInt8] {
    let header = Array("GIF89a".utf8) + littleEndian(width, 2) + littleEndian(height, 2)
    let palette: [UInt8] = [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let control: [UInt8] = [0x21, 0xF9, 4, isTransparent ? 1 : 0, 0, 0, 0, 0]
    let place: [UInt8] = [0x2C, 0, 0, 0, 0]
    let size = littleEndian(frameWidth ?? width, 2) + littleEndian(height, 2)
    let frame = control + place + size + [0, 2, 2, 0x4C, 0x01, 0]
    return header + palette + Array(repeatElement(frame, count: frames).joined()) + [0x3B]
  }

  /// A lossy WebP without more than it must have.
  package static func webp(width: Int = 8, height: Int = 8) -> [UInt8] {
    riff([("VP8 ", lossy(width, height))])
  }

  /// A lossless WebP.
  package static func losslessWebP(
    width: Int = 8, height: Int = 8, hasAlpha: Bool = false
  ) -> [UInt8] {
    let bits = (width - 1) | (height - 1) << 14 | (hasAlpha ? 1 << 28 : 0)
    return riff([("VP8L", [0x2F] + littleEndian(bits, 4) + [1, 2, 3])])
  }

  /// An animated WebP.
  package static func animatedWebP(frames: Int, width: Int = 8, height: Int = 8) -> [UInt8] {
    let canvas =
      [0x02, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
    let frame =
      [0, 0, 0, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
      + [100, 0, 0, 0] + chunk("VP8 ", littleEndian: lossy(width, height))
    return riff(
      [("VP8X", canvas), ("ANIM", [0, 0, 0, 0, 0, 0])]
        + Array(repeating: ("ANMF", frame), count: frames))
  }

  /// The picture of a WebP with the flags of an extended file, and chunks before and after it.
  package static func webp(
    _ webp: [UInt8], _ width: Int, _ height: Int, flags: UInt8,
    before: [(name: String, data: [UInt8])] = [], after: [(name: String, data: [UInt8])] = []
  ) -> [UInt8] {
    let names = [Array("VP8L".utf8), Array("VP8 ".utf8)]
    guard
      let start = webp.indices.dropFirst(12).first(where: { start in
        names.contains { webp[start...].starts(with: $0) }
      })
    else { preconditionFailure("the WebP holds no picture") }
    let name = String(decoding: webp[start..<(start + 4)], as: UTF8.self)
    let count = webp[(start + 4)..<(start + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
    let canvas = [flags, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
    let picture = Array(webp[(start + 8)..<(start + 8 + count)])
    return riff([("VP8X", canvas)] + before + [(name, picture)] + after)
  }

  package static func riff(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    let content = Array("WEBP".utf8) + chunks.flatMap { chunk($0.name, littleEndian: $0.data) }
    return Array("RIFF".utf8) + littleEndian(content.count, 4) + content
  }

  package static func chunk(_ name: String, littleEndian data: [UInt8]) -> [UInt8] {
    let filling: [UInt8] = data.count.isMultiple(of: 2) ? [] : [0]
    return Array(name.utf8) + littleEndian(data.count, 4) + data + filling
  }

  private static func lossy(_ width: Int, _ height: Int) -> [UInt8] {
    [0x10, 0, 0, 0x9D, 0x01, 0x2A] + littleEndian(width, 2) + littleEndian(height, 2) + [7, 7]
  }

  /// A HEIC whose pictures nobody decodes; `depth` more boxes lie around the sizes.
  package static func heic(
    sizes: [(Int, Int)] = [(8, 8)], brand: String = "heic", depth: Int = 0
  ) -> [UInt8] {
    var properties = sizes.flatMap { width, height in
      box("ispe", [0, 0, 0, 0] + bigEndian(width) + bigEndian(height))
    }
    for _ in 0..<depth { properties = box("ipco", properties) }
    let meta = box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", properties)))
    return box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array("mif1".utf8)) + meta
      + box("mdat", [1, 2, 3, 4])
  }

  package static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(content.count + 8) + Array(name.utf8) + content
  }

  /// The notes of a camera: the place in Seoul, and how it was held.
  package static func exif(orientation: UInt8) -> [UInt8] {
    let order: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    let turned: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
    let pointer: [UInt8] = [0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0]
    let latitude: [UInt8] = [2, 0, 5, 0, 3, 0, 0, 0, 56, 0, 0, 0]
    let degrees = [37, 1, 33, 1, 58, 1].flatMap { littleEndian($0, 4) }
    let tiff =
      order + [2, 0] + turned + pointer + [0, 0, 0, 0] + [1, 0] + latitude + [0, 0, 0, 0]
      + degrees
    return segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  package static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension SampleImages {
  /// A JPEG of three colours, which is not to be decoded.
  package static func rgbJPEG() -> [UInt8] { jpeg(channels: 3) }

  /// A JPEG in the colours of print, which is not to be decoded.
  package static func printJPEG() -> [UInt8] { jpeg(channels: 4) }

  private static func jpeg(channels: Int) -> [UInt8] {
    let list: [UInt8] = (1...channels).flatMap { [UInt8($0), 0x11, 0] as [UInt8] }
    let frame = segment(0xC0, [8, 0, 8, 0, 8, UInt8(channels)] + list)
    return [0xFF, 0xD8] + frame + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0xD9]
  }
}
