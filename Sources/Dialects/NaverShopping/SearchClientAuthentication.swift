import Domain
import Synchronization
import UseCases

/// Checks the id and secret of search clients.
///
/// A client is read from the store at most once in ten seconds, so that a search costs no further
/// statement.
final class SearchClientAuthentication: Sendable {
  enum Outcome: Sendable, Hashable {
    case admitted
    /// No such client, or a revoked one.
    case unknownClient
    case wrongSecret
  }

  /// The time during which a revoked client can still search; microseconds.
  static let freshness: Int64 = 10_000_000
  private let clients: any SearchClientRepository
  private let secretDigest: any SecretDigest
  private let now: WallClock
  private let failures: FailedSecrets
  private let countMax: Int
  private let known = Mutex<[SearchClientID: Known]>([:])

  private struct Known {
    let client: SearchClient
    var readAt: Timestamp
  }

  /// - Parameter countMax: the number of cached clients. Beyond it the cache is emptied.
  init(
    clients: any SearchClientRepository, secretDigest: any SecretDigest, now: @escaping WallClock,
    failures: FailedSecrets, countMax: Int = 10_000
  ) {
    self.failures = failures
    self.clients = clients
    self.secretDigest = secretDigest
    self.now = now
    self.countMax = countMax
  }

  /// Whether a request with this id and secret may search.
  ///
  /// - Throws: the failures of the store; `tooManyFailures` after too many wrong secrets.
  func admit(
    _ id: String?, _ secret: String?, from network: ClientNetwork
  ) async throws(Failure) -> Outcome {
    guard let id = id.flatMap(SearchClientID.init) else { return .unknownClient }
    guard let secret, secret.utf8.count <= SearchClientSecret.bytesMax else { return .wrongSecret }
    let attempt = SecretAttempt(.searchClient(id), from: network)
    try failures.admit(attempt)
    let client = try await client(id)
    // Others may have been wrong meanwhile.
    try failures.admit(attempt)
    let outcome = outcome(secret, for: client)
    if outcome != .admitted { try failures.note(attempt) }
    return outcome
  }

  private func outcome(_ secret: String, for client: SearchClient?) -> Outcome {
    guard let client, client.revokedAt == nil else { return .unknownClient }
    let digest = secretDigest.digest(Array(secret.utf8))
    return secretDigest.areEqual(digest, client.secretDigest) ? .admitted : .wrongSecret
  }

  private func client(_ id: SearchClientID) async throws(Failure) -> SearchClient? {
    let now = self.now()
    if let client = known.withLock({ Self.fresh(&$0[id], at: now) }) { return client }
    do throws(Failure) {
      let client = try await clients.find(id)
      known.withLock { known in
        if known[id] == nil, known.count >= countMax { known.removeAll() }
        known[id] = client.map { Known(client: $0, readAt: now) }
      }
      return client
    } catch {
      known.withLock { $0[id] = nil }
      throw error
    }
  }

  /// Nil if the client must be read from the store. While one request reads it, the others use the
  /// old one, so a busy client is read once.
  private static func fresh(_ known: inout Known?, at now: Timestamp) -> SearchClient? {
    guard let readAt = known?.readAt else { return nil }
    let age = now.microseconds - readAt.microseconds
    if (0..<freshness).contains(age) { return known?.client }
    known?.readAt = now
    return nil
  }
}
