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
    _ bytes: UnsafeRawBufferPointer
  ) throws(TargetError) -> String {
    let isRelative = bytes.count <= 2 && !bytes.isEmpty && bytes.allSatisfy { $0 == Octet.dot }
    guard !isRelative, !bytes.contains(where: { $0 == Octet.slash || $0 == Octet.backslash })
    else { throw .traversal }
    return try text(bytes)
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var at = 0
    while at < raw.count {
      let byte = raw[at]
      at += 1
      if byte == Octet.percent {
        guard raw.count - at >= 2, let high = Octet.hexValue(raw[at]),
          let low = Octet.hexValue(raw[at + 1])
        else { throw .malformedEncoding }
        bytes.append(high << 4 | low)
        at += 2
      } else {
        bytes.append(plusIsSpace && byte == Octet.plus ? Octet.space : byte)
      }
    }
    return bytes
  }

  private static func reading(
    _ bytes: [UInt8], _ read: (UnsafeRawBufferPointer) throws(TargetError) -> String
  ) throws(TargetError) -> String {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(TargetError) in try read(bytes) }
    }.get()
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) throws(TargetError) -> String {
    guard !bytes.holds(0) else { throw .containsNull }
    return try String(received: bytes)
  }
}
