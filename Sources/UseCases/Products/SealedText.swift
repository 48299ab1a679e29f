import Domain
import Text

/// Octets that a client brings back, and cannot have changed: base64url of a tag and of them.
///
/// Nothing in them is secret; they are only ours.
struct SealedText: Sendable {
  private static let tagOctets = 16
  /// Characters; all that we seal is far shorter. Bounds the work for what is not ours.
  private static let charactersMax = 512
  let seal: any Seal
  let purpose: SealPurpose

  func text(_ octets: [UInt8]) -> String {
    var sealed: [UInt8] = []
    sealed.reserveCapacity(Self.tagOctets + octets.count)
    sealed.append(tag: seal.tag(octets, for: purpose))
    sealed.append(contentsOf: octets)
    return Base64.urlSafe.text(sealed)
  }

  /// Nil for a text that we did not seal for this purpose.
  func octets(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= Self.charactersMax, var octets = Base64.urlSafe.octets(text),
      octets.count > Self.tagOctets,
      let tag = SixteenOctets(firstOf: octets)
    else { return nil }
    octets.removeFirst(Self.tagOctets)
    return seal.isTag(tag, of: octets, for: purpose) ? octets : nil
  }
}

/// Integers in octets, the most significant first.
struct OctetReader {
  private let octets: [UInt8]
  private var next: Int

  /// - Parameter start: how many octets are passed over, as many as there are at most.
  init(_ octets: [UInt8], from start: Int = 0) {
    self.octets = octets
    next = start
  }

  var isAtEnd: Bool { next == octets.count }

  mutating func octet() -> UInt8? {
    guard !isAtEnd else { return nil }
    defer { next += 1 }
    return octets[next]
  }

  mutating func integer() -> Int64? {
    guard octets.count - next >= 8 else { return nil }
    defer { next += 8 }
    return octets[next..<next + 8].reduce(0) { $0 << 8 | Int64($1) }
  }

  mutating func sixteenOctets() -> SixteenOctets? {
    guard let high = integer(), let low = integer() else { return nil }
    return SixteenOctets(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low))
  }
}

extension [UInt8] {
  mutating func append(tag: SixteenOctets) {
    append(integer: Int64(bitPattern: tag.high))
    append(integer: Int64(bitPattern: tag.low))
  }

  mutating func append(integer: Int64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: integer >> shift))
    }
  }
}
