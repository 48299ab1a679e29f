/// Reads through the octets of an image, and never beyond the end it was given.
///
/// Lengths come from strangers: each is compared with what is left before anything is added to it.
struct ImageCursor {
  let octets: [UInt8]
  private(set) var at: Int
  let end: Int

  /// - Parameter range: lies within `octets`.
  init(_ octets: [UInt8], _ range: Range<Int>) {
    self.octets = octets
    at = range.lowerBound
    end = range.upperBound
  }

  var rest: Int { end - at }

  /// - Throws: `truncated` when fewer than `count` octets are left.
  mutating func skip(_ count: Int) throws(ImageFlaw) {
    guard count >= 0, count <= rest else { throw .truncated(at: end) }
    at += count
  }

  mutating func octet() throws(ImageFlaw) -> UInt8 {
    try skip(1)
    return octets[at - 1]
  }

  /// A number of at most 7 octets, the largest first.
  mutating func bigEndian(_ count: Int) throws(ImageFlaw) -> Int {
    try skip(count)
    return octets[(at - count)..<at].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of at most 7 octets, the smallest first.
  mutating func littleEndian(_ count: Int) throws(ImageFlaw) -> Int {
    try skip(count)
    return octets[(at - count)..<at].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Four octets of ASCII, as they name chunks and boxes.
  mutating func name() throws(ImageFlaw) -> String {
    try skip(4)
    return String(decoding: octets[(at - 4)..<at], as: UTF8.self)
  }

  /// A cursor for the next `count` octets, over which this one goes.
  mutating func part(_ count: Int) throws(ImageFlaw) -> ImageCursor {
    try skip(count)
    return ImageCursor(octets, (at - count)..<at)
  }
}
