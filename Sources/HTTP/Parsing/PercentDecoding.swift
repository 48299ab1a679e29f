/// Percent-decoding, once, with the checks that keep decoded text harmless.
///
/// Source: RFC 3986 §2.1.
enum PercentDecoding {
  /// Decodes one segment of a path.
  static func segment(_ raw: Slice<UnsafeRawBufferPointer>) throws(TargetError) -> String {
    let raw = UnsafeRawBufferPointer(rebasing: raw)
    guard raw.holds(Octet.percent) else { return try decodedSegment(raw) }
    return try reading(decode(raw, plusIsSpace: false), decodedSegment)
  }

  private static func decodedSegment(
    _ octets: UnsafeRawBufferPointer
  ) throws(TargetError) -> String {
    let isRelative = octets.count <= 2 && !octets.isEmpty && octets.allSatisfy { $0 == Octet.dot }
    guard !isRelative, !octets.contains(where: { $0 == Octet.slash || $0 == Octet.backslash })
    else { throw .traversal }
    return try text(octets)
  }

  /// Decodes a name or a value of a form, in which `+` is a space.
  static func formText(_ raw: UnsafeRawBufferPointer) throws(TargetError) -> String {
    guard isNeeded(inForm: raw) else { return try text(raw) }
    return try reading(decode(raw, plusIsSpace: true), text)
  }

  /// Whether a name or a value of a form means something else than it says.
  static func isNeeded(inForm raw: UnsafeRawBufferPointer) -> Bool {
    raw.holds(Octet.percent) || raw.holds(Octet.plus)
  }

  private static func decode(
    _ raw: UnsafeRawBufferPointer, plusIsSpace: Bool
  ) throws(TargetError) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(raw.count)
    var at = 0
    while at < raw.count {
      let octet = raw[at]
      at += 1
      if octet == Octet.percent {
        guard raw.count - at >= 2, let high = Octet.hexValue(raw[at]),
          let low = Octet.hexValue(raw[at + 1])
        else { throw .malformedEncoding }
        octets.append(high << 4 | low)
        at += 2
      } else {
        octets.append(plusIsSpace && octet == Octet.plus ? Octet.space : octet)
      }
    }
    return octets
  }

  private static func reading(
    _ octets: [UInt8], _ read: (UnsafeRawBufferPointer) throws(TargetError) -> String
  ) throws(TargetError) -> String {
    try octets.withUnsafeBytes { octets in
      Result { () throws(TargetError) in try read(octets) }
    }.get()
  }

  private static func text(_ octets: UnsafeRawBufferPointer) throws(TargetError) -> String {
    guard !octets.holds(0) else { throw .containsNull }
    guard let text = String(utf8: octets) else { throw .invalidText }
    return text
  }
}
