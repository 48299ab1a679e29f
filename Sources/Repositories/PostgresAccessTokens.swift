package import Domain
import Postgres
package import UseCases

/// Access tokens in `moa.access_tokens`: their digests, never their secrets.
extension PostgresStore: AccessTokenRepository {
  package func add(_ token: AccessToken) async throws(Failure) {
    _ = try await execute(Self.insert, token)
  }

  package func find(_ id: AccessTokenID) async throws(Failure) -> AccessToken? {
    try await first(Self.find, id).map(AccessToken.init)
  }

  package func all(limit: Int) async throws(Failure) -> [AccessToken] {
    try await rows(Self.all, limit).map(AccessToken.init)
  }

  package func revoke(
    _ id: AccessTokenID, at instant: Timestamp
  ) async throws(Failure) -> AccessToken? {
    let revocation = Revocation(id: id, instant: instant)
    return try await first(Self.revoke, revocation).map(AccessToken.init)
  }

  private struct Revocation: Sendable {
    let id: AccessTokenID
    let instant: Timestamp
  }

  private static let insert = Statement<AccessToken, Void>(
    """
    insert into moa.access_tokens (id, name, secret_digest, scopes, created_at, revoked_at, vendor_id,
      expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    """, effect: .write,
    bind: { token, encoder in
      encoder.text(token.id.text)
      encoder.text(token.name.text)
      encoder.bytea(token.secretDigest)
      encoder.textArray(token.scopes.map(\.rawValue).sorted())
      encoder.timestamptz(microseconds: token.createdAt.microseconds)
      encoder.timestamptz(microseconds: token.revokedAt?.microseconds)
      encoder.int8(token.vendorID)
      encoder.timestamptz(microseconds: token.expiresAt?.microseconds)
    })

  private static let find = Statement<AccessTokenID, AccessTokenRow>(
    """
    select id, name, secret_digest, scopes, created_at, revoked_at, vendor_id,
      expires_at
    from moa.access_tokens
    where id = $1
    limit 1
    """, effect: .read,
    bind: { id, encoder in encoder.text(id.text) },
    decode: AccessTokenRow.init)

  private static let all = Statement<Int, AccessTokenRow>(
    """
    select id, name, secret_digest, scopes, created_at, revoked_at, vendor_id,
      expires_at
    from moa.access_tokens
    order by created_at desc, id
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: AccessTokenRow.init)

  /// The first time of revocation is kept: investigations need it.
  private static let revoke = Statement<Revocation, AccessTokenRow>(
    """
    update moa.access_tokens
    set revoked_at = coalesce(revoked_at, $2)
    where id = $1
    returning id, name, secret_digest, scopes, created_at, revoked_at, vendor_id,
      expires_at
    """, effect: .write,
    bind: { revocation, encoder in
      encoder.text(revocation.id.text)
      encoder.timestamptz(microseconds: revocation.instant.microseconds)
    },
    decode: AccessTokenRow.init)
}
