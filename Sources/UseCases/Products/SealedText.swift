import Domain

/// Octets that a client brings back, and cannot have changed: base64url of a tag and of them.
///
/// Nothing in them is secret; they are only ours.
struct SealedText: Sendable {
  /// Octets of a tag: HMAC-SHA-256, uncut.
  private static let tagOctets = 32
  /// Characters; all that we seal is far shorter. Bounds the work for what is not ours.
  private static let charactersMax = 512
  let seal: any Seal
  let purpose: SealPurpose

  func text(_ octets: [UInt8]) -> String {
    Base64.urlSafe.text(seal.tag(octets, for: purpose) + octets)
  }

  /// Nil for a text that we did not seal for this purpose.
  func octets(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= Self.charactersMax, let all = Base64.urlSafe.octets(text[...]),
      all.count > Self.tagOctets
    else { return nil }
    let octets = Array(all[Self.tagOctets...])
    return seal.isTag(Array(all[..<Self.tagOctets]), of: octets, for: purpose) ? octets : nil
  }
}

/// Integers in octets, the most significant first.
struct OctetReader {
  private var rest: ArraySlice<UInt8>

  init(_ octets: ArraySlice<UInt8>) { rest = octets }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func octet() -> UInt8? { rest.popFirst() }

  mutating func integer() -> Int64? {
    guard rest.count >= 8 else { return nil }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  mutating func octets(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

extension [UInt8] {
  mutating func append(integer: Int64) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
  }
}
