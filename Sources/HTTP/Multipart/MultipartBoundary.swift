/// The separator of a form's parts: 1 to 70 bytes that the sender chose.
///
/// Source: RFC 2046 §5.1.1.
public struct MultipartBoundary: Sendable, Hashable {
  /// CR LF `--` and the boundary: how every delimiter begins.
  let delimiter: [UInt8]

  /// Bytes of the longest boundary. Source: RFC 2046 §5.1.1.
  public static let bytesMax = 70

  /// Nil unless it is 1 to 70 letters, digits, spaces and `'()+_,-./:=?`, the last no space.
  public init?(_ text: String) {
    let bytes = [UInt8](text.utf8)
    guard (1...Self.bytesMax).contains(bytes.count), bytes.allSatisfy(Self.allows),
      bytes.last != Octet.space
    else { return nil }
    delimiter = [Octet.carriageReturn, Octet.lineFeed, Octet.hyphen, Octet.hyphen] + bytes
  }

  /// Reads `multipart/form-data; boundary=...`.
  ///
  /// - Throws: `.notFormData` for another media type, `.malformedContentType`,
  ///   `.missingBoundary` or `.malformedBoundary`.
  public init(contentType: String) throws(MultipartError) {
    guard let mediaType = MediaType(contentType) else { throw .init(.malformedContentType) }
    guard mediaType.essence == "multipart/form-data" else { throw .init(.notFormData) }
    guard let text = mediaType["boundary"] else { throw .init(.missingBoundary) }
    guard let boundary = MultipartBoundary(text) else { throw .init(.malformedBoundary) }
    self = boundary
  }

  /// Reads the one `Content-Type` of a request.
  ///
  /// - Throws: as the other, and `.repeatedContentType` when there are two.
  public init(of fields: Fields) throws(MultipartError) {
    let values = fields.values(of: "Content-Type")
    guard values.count < 2 else { throw .init(.repeatedContentType) }
    guard let value = values.first else { throw .init(.notFormData) }
    try self.init(contentType: value)
  }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x20, 0x27, 0x28, 0x29, 0x2B...0x2F, 0x3A, 0x3D, 0x3F, 0x5F: true
    default: false
    }
  }
}
