import HTTP
import UseCases

/// Who may read MommyTalk's shop.
package struct MommyTalkPolicy: Sendable {
  private let key: String?

  /// - Parameter key: what apps must send in `authorization`; nil lets everybody in, whatever they
  ///   send there.
  package init(key: String? = nil) {
    self.key = key
  }

  /// One app sends the key as it is, another behind `Bearer`.
  ///
  /// - Throws: 401 without exactly one field that holds the key.
  func pass(_ request: Request, _ secretDigest: any SecretDigest) throws(Problem) {
    guard let key else { return }
    let values = request.fields.values(of: "Authorization")
    guard values.count == 1, let value = values.first else { throw Self.refusal }
    let shown = Self.withoutScheme(value)
    // Digests have one length, so that the time tells nothing of the key's.
    let wanted = secretDigest.digest(Array(Self.withoutScheme(key).utf8))
    guard secretDigest.areEqual(secretDigest.digest(Array(shown.utf8)), wanted) else {
      throw Self.refusal
    }
  }

  private static func withoutScheme(_ value: String) -> Substring {
    let scheme = "bearer "
    guard value.prefix(scheme.count).lowercased() == scheme else { return value[...] }
    return value.dropFirst(scheme.count).trimmingSpace
  }

  private static let refusal = Problem(
    .unauthorized, "unauthenticated", "authorization: The key is missing, or another one is needed."
  ).with("WWW-Authenticate", "Bearer realm=\"moa\"")
}
