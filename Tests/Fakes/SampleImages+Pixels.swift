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
    let header = bigEndian(width) + bigEndian(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
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
  private static func stored(_ octets: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 1]
    var at = 0
    repeat {
      let count = min(65_535, octets.count - at)
      let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
      stream += [at + count == octets.count ? 1 : 0, low, high, ~low, ~high]
      stream += octets[at..<(at + count)]
      at += count
    } while at < octets.count
    return stream + bigEndian(adler(octets))
  }

  /// Source: RFC 1950 §8.2.
  private static func adler(_ octets: [UInt8]) -> Int {
    var (one, two) = (1, 0)
    for octet in octets {
      one = (one + Int(octet)) % 65_521
      two = (two + one) % 65_521
    }
    return two << 16 | one
  }
}
