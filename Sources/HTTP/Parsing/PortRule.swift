/// Decides what is a port number, in Host, in the fields of proxies and in PROXY headers.
///
/// Source: RFC 3986 §3.2.3; RFC 9293 §3.1 for the width.
enum PortRule {
  /// One to five digits, up to 65535; zeros may lead.
  static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (1...5).contains(bytes.count), bytes.allSatisfy(Octet.isDigit) else { return false }
    return bytes.reduce(0) { $0 * 10 + Int($1 - Octet.zero) } <= 65_535
  }
}
