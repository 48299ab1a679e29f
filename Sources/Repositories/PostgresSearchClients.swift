package import Domain
import Postgres
package import UseCases

/// Search clients in `moa.search_clients`: digests of their secrets, never the secrets.
extension PostgresStore: SearchClientRepository {
  package func add(_ client: SearchClient) async throws(Failure) {
    _ = try await execute(Self.insert, client)
  }

  package func find(_ id: SearchClientID) async throws(Failure) -> SearchClient? {
    try await first(Self.find, id).map(SearchClient.init)
  }

  package func all(limit: Int) async throws(Failure) -> [SearchClient] {
    try await rows(Self.all, limit).map(SearchClient.init)
  }

  package func revoke(
    _ id: SearchClientID, at instant: Timestamp
  ) async throws(Failure) -> SearchClient? {
    let revocation = Revocation(id: id, instant: instant)
    return try await first(Self.revoke, revocation).map(SearchClient.init)
  }

  private struct Revocation: Sendable {
    let id: SearchClientID
    let instant: Timestamp
  }

  private static let insert = Statement<SearchClient, Void>(
    """
    insert into moa.search_clients (id, name, secret_digest, created_at, revoked_at)
    values ($1, $2, $3, $4, $5)
    """, effect: .write,
    bind: { client, encoder in
      encoder.text(client.id.text)
      encoder.text(client.name.text)
      encoder.bytea(client.secretDigest)
      encoder.timestamptz(microseconds: client.createdAt.microseconds)
      encoder.timestamptz(microseconds: client.revokedAt?.microseconds)
    })

  private static let find = Statement<SearchClientID, SearchClientRow>(
    """
    select id, name, secret_digest, created_at, revoked_at
    from moa.search_clients
    where id = $1
    limit 1
    """, effect: .read,
    bind: { id, encoder in encoder.text(id.text) },
    decode: SearchClientRow.init)

  private static let all = Statement<Int, SearchClientRow>(
    """
    select id, name, secret_digest, created_at, revoked_at
    from moa.search_clients
    order by created_at, id
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: SearchClientRow.init)

  /// The first time of revocation is kept: investigations need it.
  private static let revoke = Statement<Revocation, SearchClientRow>(
    """
    update moa.search_clients
    set revoked_at = coalesce(revoked_at, $2)
    where id = $1
    returning id, name, secret_digest, created_at, revoked_at
    """, effect: .write,
    bind: { revocation, encoder in
      encoder.text(revocation.id.text)
      encoder.timestamptz(microseconds: revocation.instant.microseconds)
    },
    decode: SearchClientRow.init)
}
