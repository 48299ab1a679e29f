/// A path of this site with its query and fragment; each `%` has two digits after it.
struct SitePath {
  /// The path in its plainest spelling: characters that need no encoding have none.
  ///
  /// Source: RFC 3986 §6.2.2.2.
  let text: String
  private let path: Substring

  init(_ text: String) {
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let given = text[..<(end ?? text.endIndex)]
    guard given.utf8.contains(UInt8(ascii: "%")) else {
      (self.text, path) = (text, given)
      return
    }
    let plain = Self.decoding(given, where: Self.isUnreserved)
    self.text = plain + text[given.endIndex...]
    path = plain[...]
  }

  /// The path without query and fragment, decoded as a server reads it.
  var decoded: String { Self.decoding(path) { _ in true } }

  /// Whether it has a `.` or `..` segment, so that a client that resolves it requests another path.
  ///
  /// Source: RFC 3986 §5.2.4.
  var hasDotSegment: Bool {
    path.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  private static func decoding(_ text: Substring, where isMeant: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      bytes.append(byte)
      guard byte == UInt8(ascii: "%"), let encoded = UInt8(Substring(rest.prefix(2)), radix: 16),
        isMeant(encoded)
      else { continue }
      bytes[bytes.count - 1] = encoded
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Source: RFC 3986 §2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }
}
