package import Domain
import Text

/// Creates a search client.
package struct CreateSearchClient: Sendable {
  private let clients: any SearchClientRepository
  private let secretDigest: any SecretDigest
  private let randomBytes: RandomBytes
  private let now: WallClock

  package init(
    clients: any SearchClientRepository, secretDigest: any SecretDigest,
    randomBytes: @escaping RandomBytes, now: @escaping WallClock
  ) {
    self.clients = clients
    self.secretDigest = secretDigest
    self.randomBytes = randomBytes
    self.now = now
  }

  /// - Parameters:
  ///   - id: built into an app; nil creates one.
  ///   - secret: built into an app; nil creates one.
  /// - Returns: the client with its secret, which is not stored and cannot be shown again.
  /// - Throws: `conflict` when another client has the id.
  package func callAsFunction(
    name: Title, id: SearchClientID? = nil, secret: SearchClientSecret? = nil
  ) async throws(Failure) -> CreatedSearchClient {
    guard let id = id ?? SearchClientID(random: randomBytes(SearchClientID.count)) else {
      throw .bug("the source of random bytes returned a wrong count")
    }
    let secret = secret ?? SearchClientSecret(random: randomBytes(SearchClientSecret.randomBytes))
    let client = SearchClient(
      id: id, name: name, secretDigest: secretDigest.digest(Array(secret.text.utf8)),
      createdAt: now())
    try await clients.add(client)
    return CreatedSearchClient(client: client, secret: secret)
  }
}

/// A new client, with its secret, which is shown once.
package struct CreatedSearchClient: Sendable {
  package let client: SearchClient
  /// Must not be logged or stored.
  package let secret: SearchClientSecret
}

/// The secret of a search client: 10 to 512 visible ASCII characters, so that request fields can
/// carry it.
///
/// Unlike a vendor's secret, it has no slow hash: it only opens a search of public products, and
/// every request has it.
package struct SearchClientSecret: Sendable, Hashable {
  /// The length of Naver's secrets.
  package static let bytesMin = 10
  package static let bytesMax = 512
  /// 256 bits.
  static let randomBytes = 32
  package let text: String

  /// - Throws: `too_short`, `too_long` or `malformed`.
  package init(_ text: String) throws(ValidationError) {
    let hint = "Write \(Self.bytesMin) to \(Self.bytesMax) visible ASCII characters."
    guard text.utf8.count >= Self.bytesMin else {
      throw ValidationError("too_short", "Shorter than \(Self.bytesMin) characters.", hint: hint)
    }
    guard text.utf8.count <= Self.bytesMax else {
      throw ValidationError("too_long", "Longer than \(Self.bytesMax) characters.", hint: hint)
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ValidationError(
        "malformed", "Has a space or a character that is not ASCII.", hint: hint)
    }
    self.text = text
  }

  init(random bytes: [UInt8]) {
    text = Base64.urlSafe.text(bytes)
  }
}

extension SearchClientSecret: CustomStringConvertible, CustomReflectable {
  package var description: String { "[secret]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
