/// Version 1: `PROXY TCP4 192.0.2.1 192.0.2.2 56324 443` and a line end.
///
/// Source: "The PROXY protocol" §2.1.
enum ProxyHeaderLine {
  private static let prefix: StaticString = "PROXY "

  static func read(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ProxyHeaderError) -> ProxyHeader.Progress {
    guard try bytes.agrees(with: prefix) else { return .needMore }
    let line = bytes.slice(0, min(bytes.count, ProxyHeader.lineBytesMax))
    guard let end = line.firstIndex(where: { $0 < Octet.space || $0 > 0x7E }) else {
      guard line.count < ProxyHeader.lineBytesMax else {
        throw .tooLong(limit: ProxyHeader.lineBytesMax)
      }
      return .needMore
    }
    guard line[end] == Octet.carriageReturn else { throw .malformed(at: end) }
    guard end + 1 < line.count else {
      guard end + 1 < ProxyHeader.lineBytesMax else {
        throw .tooLong(limit: ProxyHeader.lineBytesMax)
      }
      return .needMore
    }
    guard line[end + 1] == Octet.lineFeed else { throw .malformed(at: end + 1) }
    let header = ProxyHeader(source: try source(line.slice(0, end)), isEncrypted: false)
    return .complete(header, consumed: end + 2)
  }

  /// Exactly one space between the words; the rest after `UNKNOWN` is ignored.
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
  private static func isPort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    PortRule.accepts(bytes) && (bytes.count == 1 || bytes[0] != Octet.zero)
  }
}
