package import Domain

/// Makes a client of the search.
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
  ///   - dailyQuota: within `SearchClient.quotas`.
  ///   - id: the one that an app has built in; nil makes one.
  ///   - secret: the one that an app has built in; nil makes one.
  /// - Returns: the client with the secret, which is nowhere else and cannot be shown again.
  /// - Throws: `conflict` when another client has the id.
  package func callAsFunction(
    name: Title, dailyQuota: Int, id: SearchClientID? = nil, secret: SearchClientSecret? = nil
  ) async throws(Failure) -> CreatedSearchClient {
    guard let id = id ?? SearchClientID(random: randomBytes(SearchClientID.count)) else {
      throw .bug("the source of random bytes gave another count than was asked for")
    }
    let secret = secret ?? SearchClientSecret(random: randomBytes(SearchClientSecret.randomBytes))
    let client = SearchClient(
      id: id, name: name, secretDigest: secretDigest.digest(Array(secret.text.utf8)),
      dailyQuota: dailyQuota, createdAt: now())
    try await clients.add(client)
    return CreatedSearchClient(client: client, secret: secret)
  }
}

/// A client that was just made, with the secret that is shown once.
package struct CreatedSearchClient: Sendable {
  package let client: SearchClient
  /// For the one who asked. It must not be logged or stored.
  package let secret: SearchClientSecret
}
