/// The address to which spans are exported: OTLP over plain HTTP, such as a collector on the same
/// machine. A collector can forward them encrypted.
package struct Collector: Sendable, Hashable, CustomStringConvertible {
  let host: String
  let port: String
  let path: String
  /// As in the `Host` field.
  let authority: String

  /// Reads `http://host:port`, with or without a path before `/v1/traces`; nil for anything else.
  ///
  /// Source: OTLP 1.5, "OTLP/HTTP Request".
  package init?(_ text: String) {
    let scheme = "http://"
    guard text.hasPrefix(scheme), text.utf8.count <= 255,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.forbidden.contains($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    authority = String(rest.prefix { $0 != "/" })
    guard let colon = authority.lastIndex(of: ":") else { return nil }
    port = String(authority[authority.index(after: colon)...])
    guard let number = UInt16(port), number > 0, "\(number)" == port else { return nil }
    let name = authority[..<colon]
    if name.hasPrefix("["), name.hasSuffix("]") {
      host = String(name.dropFirst().dropLast())
    } else {
      host = name.contains(where: { ":[]".contains($0) }) ? "" : String(name)
    }
    guard !host.isEmpty else { return nil }
    let base = rest.dropFirst(authority.count)
    path = (base.hasSuffix("/") ? base.dropLast() : base) + "/v1/traces"
  }

  /// Credentials, queries and fragments.
  private static let forbidden = Array("@?#\\\"".utf8)

  package var description: String { "http://\(authority)\(path)" }
}
