package import Domain
import Text

/// Creates a client of the search.
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
  ///   - id: the one that an app has built in; nil creates one.
  ///   - secret: the one that an app has built in; nil creates one.
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

/// A client that was just created, with the secret that is shown once.
package struct CreatedSearchClient: Sendable {
  package let client: SearchClient
  /// Must not be logged or stored.
  package let secret: SearchClientSecret
}

/// The secret of a client of the search: 10 to 512 visible ASCII characters, as fields of requests
/// allow them.
///
/// Unlike a vendor's it is not hashed slowly: it only opens a search of public products, and every
/// request has it.
package struct SearchClientSecret: Sendable, Hashable {
  /// As long as Naver's.
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
