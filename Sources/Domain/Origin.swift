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
      Authority.isValid(trimmed.utf8.dropFirst(scheme.utf8.count))
    else { return nil }
    self.text = trimmed
  }

  /// The origin of a request that came in over plain HTTP with this `Host` field.
  package init?(host: String) {
    guard Authority.isValid(Substring(host).utf8) else { return nil }
    self.text = "http://" + host
  }

  package var description: String { text }
}
