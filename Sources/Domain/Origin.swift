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

  /// The origin of a request with this `Host` field, over TLS or over plain HTTP.
  package init?(host: String, isSecure: Bool) {
    guard Authority.isValid(Substring(host)) else { return nil }
    self.text = (isSecure ? "https://" : "http://") + host
  }

  package var description: String { text }
}
