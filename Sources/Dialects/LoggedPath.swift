/// Paths without secrets, for the log: some paths end with words that authorise removing a product.
///
/// A word is a secret even where the router does not find it, because an app that misspells the
/// path sends the same secret. So the path is judged decoded, without empty segments, without any
/// prefix, and ignoring case.
package enum LoggedPath {
  /// The path of products, which those words follow.
  private static let marks = OpenMarketRoutes.path.split(separator: "/")
  /// Segments after it that are not secret, besides numbers.
  private static let words = ["", "api", "products", "secret", "archived"]

  /// The path, with `***` for each segment that may be a secret. The rest is shown as it was sent,
  /// unless it is encoded.
  package static func shown(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return hidden(in: path) ?? path }
    return hidden(in: decoded(path)) ?? path
  }

  /// Nil when the path has no such words.
  private static func hidden(in path: String) -> String? {
    guard let end = endOfMarks(in: path) else { return nil }
    let segments = path.utf8[end...].split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let shown = segments.map { isHarmless($0) ? String(Substring($0)) : "***" }
    return path[..<end] + shown.joined(separator: "/")
  }

  /// Compares bytes only: every request is logged, and nearly all end here.
  private static func endOfMarks(in path: String) -> String.Index? {
    var rest = path.utf8[...]
    var found = 0
    while !rest.isEmpty {
      let segment = rest.prefix { $0 != UInt8(ascii: "/") }
      rest = rest[segment.endIndex...].drop { $0 == UInt8(ascii: "/") }
      guard !segment.isEmpty, !segment.elementsEqual(".".utf8) else { continue }
      found = isMark(found, segment) ? found + 1 : isMark(0, segment) ? 1 : 0
      if found == marks.count { return segment.endIndex }
    }
    return nil
  }

  private static func isMark(_ number: Int, _ segment: Substring.UTF8View) -> Bool {
    let mark = marks[number].utf8
    // The bit that makes a letter lower-case turns no other byte into a letter of a mark.
    return segment.count == mark.count && zip(segment, mark).allSatisfy { $0 | 0x20 == $1 }
  }

  /// Decoded once, as in the router, including slashes.
  private static func decoded(_ path: String) -> String {
    var bytes: [UInt8] = []
    var rest = path.utf8[...]
    while let byte = rest.popFirst() {
      bytes.append(byte)
      guard byte == UInt8(ascii: "%"), let encoded = UInt8(Substring(rest.prefix(2)), radix: 16)
      else { continue }
      bytes[bytes.count - 1] = encoded
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isHarmless(_ segment: Substring.UTF8View) -> Bool {
    // Ids have at most 19 digits; everything that we sign is longer.
    words.contains { segment.elementsEqual($0.utf8) }
      || segment.count <= 19 && segment.allSatisfy { (0x30...0x39).contains($0) }
  }
}
