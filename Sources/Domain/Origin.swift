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
