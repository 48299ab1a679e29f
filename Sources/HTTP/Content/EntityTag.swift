/// A validator that names one state of a representation: `"v1"`, or weak `W/"v1"`.
///
/// Source: RFC 9110 §8.8.3.
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  /// A weak tag says that two states mean the same, not that their bytes are equal.
  public let isWeak: Bool
  /// The text between the quotes: printable ASCII without `"` and space.
  public let opaque: String

  /// Nil when `opaque` has a character that is not allowed between the quotes.
  ///
  /// Stricter than RFC 9110 §8.8.3, which lets bytes above 0x7F in: response fields are ASCII.
  public init?(_ opaque: String, isWeak: Bool = false) {
    // Where they lie: the view would hand out one byte after the other, with a call for each.
    let isPlain = opaque.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(Self.isPlain) }
    guard isPlain ?? opaque.utf8.allSatisfy(Self.isPlain) else { return nil }
    self.isWeak = isWeak
    self.opaque = opaque
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte < 0x7F && ReceivedTag.isOpaque(byte)
  }

  /// The text of `ETag`.
  public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }
}

/// How tags are compared. Source: RFC 9110 §8.8.3.2.
enum TagComparison {
  /// Neither is weak, and both are equal: the bytes are the same.
  case strong
  /// Both are equal but for weakness.
  case weak
}

/// A tag in a request, where it lies.
struct ReceivedTag {
  let isWeak: Bool
  let opaque: UnsafeRawBufferPointer

  /// `etagc`: obs-text too, because others may send it, though it is never ours.
  static func isOpaque(_ byte: UInt8) -> Bool {
    byte > Octet.space && byte != Octet.quote && byte != Octet.delete
  }

  func matches(_ tag: EntityTag, _ comparison: TagComparison) -> Bool {
    guard comparison == .weak || !(isWeak || tag.isWeak) else { return false }
    return opaque.elementsEqual(tag.opaque.utf8)
  }
}

extension ValueReader {
  /// Takes an entity tag. A comma between its quotes belongs to it.
  mutating func entityTag() -> ReceivedTag? {
    let isWeak = take("W/")
    guard take(Octet.quote) else { return nil }
    let opaque = run(while: ReceivedTag.isOpaque)
    guard take(Octet.quote) else { return nil }
    return ReceivedTag(isWeak: isWeak, opaque: opaque)
  }
}
