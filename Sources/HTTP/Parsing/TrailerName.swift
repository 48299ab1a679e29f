/// The name of a trailer field as its bytes come: only whether it is one that frames messages is
/// kept.
///
/// Source: RFC 9110 §6.5.1, which forbids to send them there.
struct TrailerName: Sendable {
  private var count = 0
  private var mayBeLength = true
  private var mayBeCoding = true
  private static let length: StaticString = "content-length"
  private static let coding: StaticString = "transfer-encoding"

  mutating func append(_ byte: UInt8) {
    mayBeLength = mayBeLength && continues(Self.length, byte)
    mayBeCoding = mayBeCoding && continues(Self.coding, byte)
    count += 1
  }

  /// Whether the name, now complete, is Content-Length or Transfer-Encoding.
  var framesMessages: Bool {
    mayBeLength && count == Self.length.utf8CodeUnitCount
      || mayBeCoding && count == Self.coding.utf8CodeUnitCount
  }

  private func continues(_ name: StaticString, _ byte: UInt8) -> Bool {
    count < name.utf8CodeUnitCount && name.utf8Start[count] == Octet.lowercased(byte)
  }
}
