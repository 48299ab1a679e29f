import HTTP
import Transport
import UseCases
import Web

/// Access to MommyTalk's shop.
package struct MommyTalkPolicy: Sendable {
  /// No key is required; `authorization` is ignored.
  package static let everybody = MommyTalkPolicy(keyDigest: nil)
  private let keyDigest: [UInt8]?

  /// - Parameter keyDigest: SHA-256 of the key that apps must send; nil requires none.
  package init(keyDigest: [UInt8]?) {
    self.keyDigest = keyDigest
  }

  /// Checks the key. One app sends it alone, another after `Bearer`.
  ///
  /// - Throws: 401 without exactly one field that holds the key, 429 after too many wrong ones.
  func pass(
    _ request: Request, _ secretDigest: any SecretDigest, _ failures: FailedSecrets
  ) throws {
    guard let keyDigest else { return }
    let values = request.fields.values(of: .authorization)
    guard values.count == 1, let value = values.first else { throw Self.refusal }
    // All apps have one key, so it names no owner.
    let attempt = SecretAttempt(nil, from: request.client.network)
    try failures.admit(attempt)
    // Both forms are compared each time, so that the duration reveals nothing.
    let matches = [value[...], Self.withoutScheme(value)].map { shown in
      secretDigest.areEqual(secretDigest.digest(Array(shown.utf8)), keyDigest)
    }
    guard matches.contains(true) else {
      try failures.note(attempt)
      throw Self.refusal
    }
  }

  private static func withoutScheme(_ value: String) -> Substring {
    let scheme = "bearer "
    guard value.prefix(scheme.count).lowercased() == scheme else { return value[...] }
    return value.dropFirst(scheme.count).trimmingSpace
  }

  private static let refusal = Problem(
    .unauthorized, "unauthenticated", "authorization: The key is missing or wrong."
  ).with("WWW-Authenticate", "Bearer realm=\"moa\"")
}
