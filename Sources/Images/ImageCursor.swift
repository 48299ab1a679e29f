/// Reads the bytes of a picture, and never beyond the end that it was given.
///
/// Lengths come from strangers: each is compared with what is left before anything is added to it.
struct ImageCursor {
  let bytes: [UInt8]
  private(set) var at: Int
  let end: Int

  /// - Parameter range: lies within `bytes`.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  var rest: Int { end - at }

  /// The rest, as a range of all bytes.
  var range: Range<Int> { at..<end }

  /// - Throws: `truncated` when fewer than `count` bytes are left.
  mutating func skip(_ count: Int) throws(ImageFault) {
    guard count >= 0, count <= rest else { throw .truncated(at: end) }
    at += count
  }

  mutating func byte() throws(ImageFault) -> UInt8 {
    try skip(1)
    return bytes[at - 1]
  }

  /// A number of at most 7 bytes, the largest first.
  mutating func bigEndian(_ count: Int) throws(ImageFault) -> Int {
    try skip(count)
    return bytes[(at - count)..<at].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of at most 7 bytes, the smallest first.
  mutating func littleEndian(_ count: Int) throws(ImageFault) -> Int {
    try skip(count)
    return bytes[(at - count)..<at].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Four bytes of ASCII: the name of a chunk, box or tag.
  mutating func name() throws(ImageFault) -> String {
    try skip(4)
    return String(decoding: bytes[(at - 4)..<at], as: UTF8.self)
  }

  /// A cursor for the next `count` bytes, which this one skips.
  mutating func part(_ count: Int) throws(ImageFault) -> ImageCursor {
    try skip(count)
    return ImageCursor(bytes, (at - count)..<at)
  }
}

extension Int {
  /// The last `count` bytes of the number, the largest first.
  func bigEndian(_ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}

extension [UInt8] {
  /// Whether the bytes at `offset` are this text.
  func hasText(_ text: String, at offset: Int) -> Bool {
    dropFirst(offset).starts(with: text.utf8)
  }
}
