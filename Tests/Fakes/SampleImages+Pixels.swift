/// Images of real pixels, without a tool: computed, and not compressed, so that their size is known
/// beforehand.
extension SampleImages {
  /// - Parameter pixel: red, green, blue and alpha of a place.
  package static func drawn(
    _ width: Int, _ height: Int, hasAlpha: Bool = false,
    pixel: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8, UInt8)
  ) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width * 4 + 1) * height)
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let (red, green, blue, alpha) = pixel(x, y)
        rows += [red, green, blue]
        if hasAlpha { rows.append(alpha) }
      }
    }
    return png(width, height, kind: hasAlpha ? 6 : 2, rows: rows)
  }

  /// A PNG of these rows, each of which begins with the number of its filter.
  ///
  /// - Parameters:
  ///   - kind: 0 for gray, 2 for colours, 3 for a palette, 4 and 6 for the first two with alpha.
  ///   - extra: chunks before the data.
  package static func png(
    _ width: Int, _ height: Int, depth: UInt8 = 8, kind: UInt8, isInterlaced: Bool = false,
    extra: [(type: String, data: [UInt8])] = [], rows: [UInt8]
  ) -> [UInt8] {
    let header =
      bigEndian(width) + bigEndian(height) + [depth, kind, 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + extra.flatMap { chunk($0.type, $0.data) } + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  /// Rows without a filter.
  package static func rows(_ height: Int, _ row: (_ y: Int) -> [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height { rows += [0] + row(y) }
    return rows
  }

  /// The chunk of a profile.
  package static func iccp(_ profile: [UInt8]) -> (type: String, data: [UInt8]) {
    ("iCCP", Array("p".utf8) + [0, 0] + stored(profile))
  }

  /// The same PNG with more chunks after its header.
  package static func png(
    _ png: [UInt8], with chunks: [(type: String, data: [UInt8])]
  ) -> [UInt8] {
    Array(png[..<33]) + chunks.flatMap { chunk($0.type, $0.data) } + png[33...]
  }

  /// The same JPEG with more segments after its beginning.
  package static func jpeg(_ jpeg: [UInt8], with segments: [[UInt8]]) -> [UInt8] {
    Array(jpeg[..<2]) + segments.joined() + jpeg[2...]
  }

  /// A profile in the segments of a JPEG, in `count` pieces.
  package static func profileSegments(_ profile: [UInt8], pieces count: Int = 1) -> [[UInt8]] {
    let length = (profile.count + count - 1) / count
    return (0..<count).map { index in
      let piece = profile[(index * length)..<min(profile.count, (index + 1) * length)]
      return segment(
        0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(count)] + piece)
    }
  }

  /// Red at the top left, green at the top right, blue at the bottom left, and light gray.
  package static func corners(_ width: Int, _ height: Int? = nil) -> [UInt8] {
    let height = height ?? width
    return drawn(width, height) { x, y in
      switch (x < width / 2, y < height / 2) {
      case (true, true): (200, 30, 30, 255)
      case (false, true): (30, 160, 30, 255)
      case (true, false): (30, 30, 200, 255)
      case (false, false): (220, 220, 220, 255)
      }
    }
  }

  /// Noise in colours: nothing compresses it, and each seed is another picture.
  package static func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return drawn(width, height) { _, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (
        UInt8(truncatingIfNeeded: state >> 56), UInt8(truncatingIfNeeded: state >> 48),
        UInt8(truncatingIfNeeded: state >> 40), 255
      )
    }
  }

  /// Like a photograph, whose neighbours are alike.
  package static func soft(_ width: Int, _ height: Int) -> [UInt8] {
    drawn(width, height) { x, y in
      (
        UInt8(truncatingIfNeeded: x * 255 / width), UInt8(truncatingIfNeeded: y * 255 / height),
        UInt8(truncatingIfNeeded: (x ^ y) & 31), 255
      )
    }
  }

  /// A zlib stream of blocks that are stored as they are. Source: RFC 1951 §3.2.4.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 1]
    var at = 0
    repeat {
      let count = min(65_535, bytes.count - at)
      let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
      stream += [at + count == bytes.count ? 1 : 0, low, high, ~low, ~high]
      stream += bytes[at..<(at + count)]
      at += count
    } while at < bytes.count
    return stream + bigEndian(adler(bytes))
  }

  /// Source: RFC 1950 §8.2.
  private static func adler(_ bytes: [UInt8]) -> Int {
    var (one, two) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return two << 16 | one
  }
}
