/// Where an image is: an `https://` URL, or a path of this site that begins with `/`.
///
/// Only the bytes that RFC 3986 allows: the URL type of older iOS answers nil for anything else,
/// and a cell would stay empty.
package struct ImageReference: Sendable, Hashable, CustomStringConvertible {
  /// Bytes; every browser, proxy and CDN takes this many.
  package static let bytesMax = 2_048
  package let text: String

  /// A path of this site is kept as its plainest spelling: `%69` becomes `i`.
  ///
  /// - Throws: `empty`, `too_long`, `not_https`, `malformed_host`, `malformed` or, for a path of
  ///   this site, `dot_segment`.
  package init(_ text: String) throws(ValidationError) {
    try Self.checkLength(text)
    if let flaw = Self.findFlaw(text.utf8) { throw flaw }
    guard Self.isOfThisSite(text.utf8) else {
      self.text = text
      return
    }
    let path = SitePath(text)
    guard !path.hasDotSegment else { throw Self.dotSegment }
    self.text = path.text
  }

  /// The inverse of ``url(from:)``: an absolute URL of this site becomes a path of it, and any
  /// other text is read as it is.
  ///
  /// - Throws: as `init(_:)`.
  package init(_ url: String, from origin: Origin?) throws(ValidationError) {
    try self.init(origin?.path(of: url) ?? url)
  }

  /// A reference from the store, which `init(_:)` checked when it was written.
  ///
  /// Only the dangerous part is checked again, because that is cheap: the URL must be https or a
  /// path of this site. Host and bytes are taken as they are.
  /// - Throws: `empty`, `too_long` or `not_https`.
  package init(stored text: String) throws(ValidationError) {
    try Self.checkLength(text)
    let bytes = text.utf8
    guard Self.isOfThisSite(bytes) || bytes.starts(with: Self.scheme) else {
      throw Self.notHTTPS
    }
    self.text = text
  }

  /// Whether it is a path of this site.
  package var isSiteRelative: Bool { text.utf8.first == UInt8(ascii: "/") }

  /// Whether it is under the path of uploaded images; the image itself may not exist.
  package var isOwnImage: Bool {
    guard isSiteRelative else { return false }
    let path = SitePath(text).decoded
    return path.hasPrefix(ImageAddress.prefix) && path != ImageAddress.placeholder
  }

  /// The uploaded image that it names; nil for all other references.
  package var ownImage: ImageAddress? { ImageAddress(path: text) }

  package var description: String { text }

  /// The URL for a client. Without an origin a path of this site stays a path.
  package func url(from origin: Origin?) -> String {
    guard let origin, isSiteRelative else { return text }
    return origin.text + text
  }

  private static let scheme = Array("https://".utf8)

  private static func checkLength(_ text: String) throws(ValidationError) {
    guard !text.isEmpty else { throw flaw("empty", "The image URL is empty.") }
    guard text.utf8.count <= bytesMax else {
      throw flaw("too_long", "Longer than \(bytesMax) bytes.")
    }
  }

  /// A second slash would make it a URL of another host: `//evil.example/x`.
  private static func isOfThisSite(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: "/") && bytes.dropFirst().first != UInt8(ascii: "/")
  }

  private static func findFlaw(_ bytes: String.UTF8View) -> ValidationError? {
    if bytes.starts(with: scheme) {
      let rest = bytes.dropFirst(scheme.count)
      let host = rest.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
      guard Authority.isValid(host) else {
        return flaw("malformed_host", "The host of the URL is missing or malformed.")
      }
      return isWellFormed(rest[host.endIndex...]) ? nil : malformed
    }
    guard isOfThisSite(bytes) else { return notHTTPS }
    return isWellFormed(bytes[...]) ? nil : malformed
  }

  private static func isWellFormed(_ bytes: some Collection<UInt8>) -> Bool {
    var digitsDue = 0
    for byte in bytes {
      if digitsDue > 0 {
        guard byte.isASCIIHexDigit else { return false }
        digitsDue -= 1
      } else if byte == UInt8(ascii: "%") {
        digitsDue = 2
      } else if !allows(byte) {
        return false
      }
    }
    return digitsDue == 0
  }

  /// Unreserved, sub-delims, `:` `@`, and the delimiters of path, query and fragment.
  ///
  /// Written as ranges, which the compiler turns into a bit table. Source: RFC 3986 §2, §3.3.
  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    // Letters, digits, `/` `.` `-`, and between them `:` `;` `,` `+` `*` `&` `'` `(` `)`.
    case 0x26...0x3B, 0x61...0x7A, 0x40...0x5A: true
    case 0x21, 0x23, 0x24, 0x3D, 0x3F, 0x5F, 0x7E: true
    default: false
    }
  }

  private static var notHTTPS: ValidationError {
    flaw("not_https", "Neither an https URL nor a path of this site.")
  }

  private static var malformed: ValidationError {
    flaw("malformed", "Holds a character that URLs cannot hold; percent-encode it.")
  }

  private static var dotSegment: ValidationError {
    flaw("dot_segment", "Has a . or .. segment.")
  }

  private static func flaw(_ code: String, _ detail: String) -> ValidationError {
    ValidationError(
      code, detail,
      hint: "Write https://host/path, or a path of this site such as /banners/spring.png.")
  }
}
