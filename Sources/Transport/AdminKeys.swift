package import HTTP
package import Web

/// Whose certificates may come to the administrator's routes, before any token is looked at: a
/// token that was lost or stolen opens nothing by itself.
///
/// Source: OWASP ASVS 5.0.0 §12.1.3.
package struct AdminKeys: Gate {
  private let keys: Set<String>

  /// - Parameter keys: SHA-256 of public keys (SubjectPublicKeyInfo), lower-case hexadecimal, as in
  ///   `Client.certificateFingerprint`.
  package init(_ keys: Set<String>) {
    self.keys = keys
  }

  /// All of these routes are mounted under it.
  private static let path = "/admin/"

  /// - Throws: 403 for such a route unless the connection's certificate holds one of the keys.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard destination.resource?.path.hasPrefix(Self.path) == true else { return }
    guard let key = request.client.certificateFingerprint, keys.contains(key) else {
      throw Problem(
        .forbidden, "client_key_not_listed",
        "This needs a client certificate whose key is on the server's list.")
    }
  }
}
