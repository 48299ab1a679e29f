/// Percent-decoding, once, with the checks that keep decoded text harmless.
///
/// Source: RFC 3986 §2.1.
enum PercentDecoding {
  /// Decodes one segment of a path.
  static func segment(_ raw: ArraySlice<UInt8>) throws(TargetError) -> String {
    let octets = try decode(raw, plusIsSpace: false)
    let leadsElsewhere = octets.contains(Octet.slash) || octets.contains(Octet.backslash)
    guard !leadsElsewhere, octets != [Octet.dot], octets != [Octet.dot, Octet.dot] else {
      throw .traversal
    }
    return try text(octets)
  }

  /// Decodes one `name=value`.
  static func queryItem(_ pair: ArraySlice<UInt8>) throws(TargetError) -> QueryItem {
    let middle = pair.firstIndex(of: Octet.equals) ?? pair.endIndex
    let name = try text(decode(pair[..<middle], plusIsSpace: true))
    let value = try text(decode(pair[middle...].dropFirst(), plusIsSpace: true))
    return QueryItem(name: name, value: value)
  }

  private static func decode(
    _ raw: ArraySlice<UInt8>, plusIsSpace: Bool
  ) throws(TargetError) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(raw.count)
    var at = raw.startIndex
    while at < raw.endIndex {
      let octet = raw[at]
      at += 1
      if octet == Octet.percent {
        guard raw.endIndex - at >= 2, let high = Octet.hexValue(raw[at]),
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

  private static func text(_ octets: [UInt8]) throws(TargetError) -> String {
    guard !octets.contains(0) else { throw .containsNull }
    guard let text = String(validating: octets, as: UTF8.self) else { throw .invalidText }
    return text
  }
}
