import Domain
import Text

/// Bytes that a client returns and cannot change: base64url of a tag and the bytes.
///
/// The bytes are signed, not secret.
struct SignedToken: Sendable {
  private static let tagBytes = 16
  /// Characters; all our tokens are far shorter. Bounds the work for other texts.
  private static let charactersMax = 512
  let signer: any Signer
  let purpose: SigningPurpose

  func text(_ bytes: [UInt8]) -> String {
    var signed: [UInt8] = []
    signed.reserveCapacity(Self.tagBytes + bytes.count)
    signed.append(tag: signer.tag(bytes, for: purpose))
    signed.append(contentsOf: bytes)
    return Base64.urlSafe.text(signed)
  }

  /// Nil for a text that we did not sign for this purpose.
  func bytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= Self.charactersMax, var bytes = Base64.urlSafe.bytes(text),
      bytes.count > Self.tagBytes,
      let tag = SixteenBytes(firstOf: bytes)
    else { return nil }
    bytes.removeFirst(Self.tagBytes)
    return signer.isTag(tag, of: bytes, for: purpose) ? bytes : nil
  }
}

/// Reads integers, the most significant byte first.
struct ByteReader {
  private let bytes: [UInt8]
  private var next: Int

  /// - Parameter start: the number of bytes to skip, at most all.
  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    next = start
  }

  var isAtEnd: Bool { next == bytes.count }

  mutating func byte() -> UInt8? {
    guard !isAtEnd else { return nil }
    defer { next += 1 }
    return bytes[next]
  }

  mutating func integer() -> Int64? {
    guard bytes.count - next >= 8 else { return nil }
    defer { next += 8 }
    return bytes[next..<next + 8].reduce(0) { $0 << 8 | Int64($1) }
  }

  mutating func sixteenBytes() -> SixteenBytes? {
    guard let high = integer(), let low = integer() else { return nil }
    return SixteenBytes(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low))
  }
}

extension [UInt8] {
  mutating func append(tag: SixteenBytes) {
    append(integer: Int64(bitPattern: tag.high))
    append(integer: Int64(bitPattern: tag.low))
  }

  mutating func append(integer: Int64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: integer >> shift))
    }
  }
}
