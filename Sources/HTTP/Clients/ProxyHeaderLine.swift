/// Version 1: `PROXY TCP4 192.0.2.1 192.0.2.2 56324 443` and a line end.
///
/// Source: "The PROXY protocol" §2.1.
enum ProxyHeaderLine {
  private static let prefix: StaticString = "PROXY "

  static func read(
    _ octets: UnsafeRawBufferPointer
  ) throws(ProxyHeaderError) -> ProxyHeader.Progress {
    guard try octets.agrees(with: prefix) else { return .needMore }
    let line = octets.slice(0, min(octets.count, ProxyHeader.lineOctetsMax))
    guard let end = line.firstIndex(where: { $0 < Octet.space || $0 > 0x7E }) else {
      guard line.count < ProxyHeader.lineOctetsMax else {
        throw .tooLong(limit: ProxyHeader.lineOctetsMax)
      }
      return .needMore
    }
    guard line[end] == Octet.carriageReturn else { throw .malformed(at: end) }
    guard end + 1 < line.count else {
      guard end + 1 < ProxyHeader.lineOctetsMax else {
        throw .tooLong(limit: ProxyHeader.lineOctetsMax)
      }
      return .needMore
    }
    guard line[end + 1] == Octet.lineFeed else { throw .malformed(at: end + 1) }
    let header = ProxyHeader(source: try source(line.slice(0, end)), isEncrypted: false)
    return .complete(header, consumed: end + 2)
  }

  /// Exactly one space between the words; what follows `UNKNOWN` means nothing.
  private static func source(
    _ line: UnsafeRawBufferPointer
  ) throws(ProxyHeaderError) -> ProxyHeader.Source {
    let words = line.split(separator: Octet.space, omittingEmptySubsequences: false)
      .map { UnsafeRawBufferPointer(rebasing: $0) }
    if words[1].elementsEqual("UNKNOWN".utf8) { return .hiddenClient }
    guard words.count == 6, isPort(words[4]), isPort(words[5]) else {
      throw .malformed(at: prefix.utf8CodeUnitCount)
    }
    let isOld = words[1].elementsEqual("TCP4".utf8)
    guard isOld || words[1].elementsEqual("TCP6".utf8),
      let source = isOld ? ClientAddress.readIPv4(words[2]) : ClientAddress.readIPv6(words[2]),
      (isOld ? ClientAddress.readIPv4(words[3]) : ClientAddress.readIPv6(words[3])) != nil
    else { throw .malformed(at: prefix.utf8CodeUnitCount) }
    return .client(source)
  }

  /// Up to 65535, without leading zeros.
  private static func isPort(_ octets: UnsafeRawBufferPointer) -> Bool {
    PortRule.accepts(octets) && (octets.count == 1 || octets[0] != Octet.zero)
  }
}
