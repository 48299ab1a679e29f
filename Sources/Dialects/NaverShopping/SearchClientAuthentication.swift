import Domain
import Synchronization
import UseCases

/// Checks the id and secret of clients of the search.
///
/// A client is read from the store at most once in ten seconds, so that a search does not cost a
/// statement more. A wrong secret is not counted: the search it opens is public at `/v1/search`.
final class SearchClientAuthentication: Sendable {
  enum Outcome: Sendable, Hashable {
    case admitted
    /// Also a revoked one.
    case unknownClient
    case wrongSecret
  }

  /// How long a revoked client may still search; microseconds.
  static let freshness: Int64 = 10_000_000
  private let clients: any SearchClientRepository
  private let secretDigest: any SecretDigest
  private let now: WallClock
  private let countMax: Int
  private let known = Mutex<[SearchClientID: Known]>([:])

  private struct Known {
    let client: SearchClient
    var readAt: Timestamp
  }

  /// - Parameter countMax: clients that are kept. When there are more, all are read anew.
  init(
    clients: any SearchClientRepository, secretDigest: any SecretDigest, now: @escaping WallClock,
    countMax: Int = 10_000
  ) {
    self.clients = clients
    self.secretDigest = secretDigest
    self.now = now
    self.countMax = countMax
  }

  /// Whether a request with this id and secret may search.
  ///
  /// - Throws: the failures of the store.
  func admit(_ id: String?, _ secret: String?) async throws(Failure) -> Outcome {
    guard let id = id.flatMap(SearchClientID.init) else { return .unknownClient }
    guard let secret, secret.utf8.count <= SearchClientSecret.bytesMax else { return .wrongSecret }
    guard let client = try await client(id), client.revokedAt == nil else { return .unknownClient }
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

  /// Nil where the client has to be read. Requests that arrive while it is read anew use the old
  /// one, so that a busy client is read once.
  private static func fresh(_ known: inout Known?, at now: Timestamp) -> SearchClient? {
    guard let readAt = known?.readAt else { return nil }
    let age = now.microseconds - readAt.microseconds
    if (0..<freshness).contains(age) { return known?.client }
    known?.readAt = now
    return nil
  }
}
