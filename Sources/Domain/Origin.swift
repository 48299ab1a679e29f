/// Scheme, host and port under which clients reach this server: `https://shop.example`.
///
/// Source: RFC 6454 §6.2.
package struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// Without a slash at the end.
  package let text: String

  /// Reads `http://host[:port]` or `https://host[:port]`; one slash at the end is cut off.
  ///
  /// Nil for anything else: a path, a query, credentials or a malformed host.
  package init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let scheme = ["https://", "http://"].first(where: trimmed.hasPrefix),
      Authority.isValid(trimmed.dropFirst(scheme.count))
    else { return nil }
    self.text = trimmed
  }

  /// The origin of a page: also those of web views in apps, such as `capacitor://localhost`.
  package init?(page text: String) {
    if let origin = Origin(text) {
      self = origin
      return
    }
    guard let colon = text.firstRange(of: "://"), Self.isScheme(text[..<colon.lowerBound].utf8),
      Authority.isValid(text[colon.upperBound...])
    else { return nil }
    self.text = text
  }

  /// The special schemes have rules of their own for what follows.
  ///
  /// Source: RFC 3986 §3.1; URL Standard §4.2 (special scheme).
  private static func isScheme(_ scheme: Substring.UTF8View) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    guard let first = scheme.first, isLetter(first) else { return false }
    return !["file", "ftp", "http", "https", "ws", "wss"].contains { scheme.elementsEqual($0.utf8) }
      && scheme.allSatisfy { isLetter($0) || "0123456789+-.".utf8.contains($0) }
  }

  /// Whether its host is this machine, with any scheme and port.
  ///
  /// Source: RFC 6761 §6.3 (`localhost` and names below it); RFC 1122 §3.2.1.3; RFC 4291 §2.5.3.
  package var isLoopback: Bool {
    guard let colon = text.firstRange(of: "://") else { return false }
    let authority = text[colon.upperBound...].lowercased()
    if authority.hasPrefix("[::1]") { return true }
    let host = authority.prefix { $0 != ":" }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return host == "localhost" || host.hasSuffix(".localhost")
      || numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }

  /// The origin of a request with this `Host` field.
  package init?(host: String, isSecure: Bool) {
    guard Authority.isValid(Substring(host)) else { return nil }
    self.text = (isSecure ? "https://" : "http://") + host
  }

  package var description: String { text }

  /// As a browser writes it: host in lower case, without the default port of the scheme.
  ///
  /// Source: HTML Standard §7.1.1 (serialization of an origin).
  package var serialized: String {
    let text = text.lowercased()
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
    where text.hasPrefix(scheme) && text.hasSuffix(port) {
      return String(text.dropLast(port.count))
    }
    return text
  }

  /// The host of ``serialized``, with its port unless that is the default.
  package var host: String {
    let text = serialized
    return text.firstRange(of: "://").map { String(text[$0.upperBound...]) } ?? text
  }

  /// The path, query and fragment of an absolute URL of this origin; nil for any other text.
  func path(of url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let authorityEnd = url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex
    guard authorityEnd < url.endIndex, let other = Origin(url[..<authorityEnd].lowercased()),
      other.serialized == serialized
    else { return nil }
    return String(url[authorityEnd...])
  }
}
