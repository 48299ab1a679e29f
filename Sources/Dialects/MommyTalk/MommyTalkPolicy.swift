import HTTP
import UseCases
import Web

/// Who may read MommyTalk's shop.
package struct MommyTalkPolicy: Sendable {
  /// Everybody, whatever they send in `authorization`.
  package static let everybody = MommyTalkPolicy(keyDigest: nil)
  private let keyDigest: [UInt8]?

  /// - Parameter keyDigest: SHA-256 of the key that apps must send; nil lets everybody in.
  package init(keyDigest: [UInt8]?) {
    self.keyDigest = keyDigest
  }

  /// One app sends the key as it is, another behind `Bearer`.
  ///
  /// - Throws: 401 without exactly one field that holds the key.
  func pass(_ request: Request, _ secretDigest: any SecretDigest) throws {
    guard let keyDigest else { return }
    let values = request.fields.values(of: .authorization)
    guard values.count == 1, let value = values.first else { throw Self.refusal }
    // Both are looked at whatever the first says, so that the time tells nothing.
    let matches = [value[...], Self.withoutScheme(value)].map { shown in
      secretDigest.areEqual(secretDigest.digest(Array(shown.utf8)), keyDigest)
    }
    guard matches.contains(true) else { throw Self.refusal }
  }

  private static func withoutScheme(_ value: String) -> Substring {
    let scheme = "bearer "
    guard value.prefix(scheme.count).lowercased() == scheme else { return value[...] }
    return value.dropFirst(scheme.count).trimmingSpace
  }

  private static let refusal = Problem(
    .unauthorized, "unauthenticated", "authorization: The key is missing, or it is another one."
  ).with("WWW-Authenticate", "Bearer realm=\"moa\"")
}
