package import Domain
import Postgres
package import UseCases

/// Clients of the search in `moa.search_clients`: digests of their secrets, never the secrets.
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

  package func take(
    calls: Int, of id: SearchClientID, on day: KoreanDay
  ) async throws(Failure) -> Int {
    let taking = Taking(id: id, calls: calls, day: day)
    return try await first(Self.take, taking, mayRepeat: true).map { Int($0) } ?? 0
  }

  private struct Revocation: Sendable {
    let id: SearchClientID
    let instant: Timestamp
  }

  private struct Taking: Sendable {
    let id: SearchClientID
    let calls: Int
    let day: KoreanDay
  }

  private static let insert = Statement<SearchClient, Void>(
    """
    insert into moa.search_clients (id, name, secret_digest, daily_quota, created_at, revoked_at)
    values ($1, $2, $3, $4, $5, $6)
    """, effect: .write,
    bind: { client, encoder in
      encoder.text(client.id.text)
      encoder.text(client.name.text)
      encoder.bytea(client.secretDigest)
      encoder.int4(Int32(clamping: client.dailyQuota))
      encoder.timestamptz(microseconds: client.createdAt.microseconds)
      encoder.timestamptz(microseconds: client.revokedAt?.microseconds)
    })

  private static let find = Statement<SearchClientID, SearchClientRow>(
    """
    select id, name, secret_digest, daily_quota, created_at, revoked_at, calls, calls_day
    from moa.search_clients
    where id = $1
    limit 1
    """, effect: .read,
    bind: { id, encoder in encoder.text(id.text) },
    decode: SearchClientRow.init)

  private static let all = Statement<Int, SearchClientRow>(
    """
    select id, name, secret_digest, daily_quota, created_at, revoked_at, calls, calls_day
    from moa.search_clients
    order by created_at, id
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: SearchClientRow.init)

  /// The first instant stays: it is the one that an investigation asks for.
  private static let revoke = Statement<Revocation, SearchClientRow>(
    """
    update moa.search_clients
    set revoked_at = coalesce(revoked_at, $2)
    where id = $1
    returning id, name, secret_digest, daily_quota, created_at, revoked_at, calls, calls_day
    """, effect: .write,
    bind: { revocation, encoder in
      encoder.text(revocation.id.text)
      encoder.timestamptz(microseconds: revocation.instant.microseconds)
    },
    decode: SearchClientRow.init)

  /// The row is locked before it is looked at, so that two at once cannot both take the last of a
  /// day. It waits neither for the disk nor for a server that stands by: a machine that dies may
  /// forget the last calls that were taken.
  private static let take = Statement<Taking, Int32>(
    """
    with hurry as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), known as (
      select client.id, client.daily_quota,
        case when client.calls_day < $3 then 0 else client.calls end as taken
      from moa.search_clients as client, hurry
      where client.id = $1 and client.revoked_at is null
      for update of client
    )
    update moa.search_clients as client
    set calls_day = greatest(client.calls_day, $3),
      calls = known.taken + least($2, known.daily_quota - known.taken)
    from known
    where client.id = known.id and known.taken < known.daily_quota
    returning least($2, known.daily_quota - known.taken)
    """, effect: .write,
    bind: { taking, encoder in
      encoder.text(taking.id.text)
      encoder.int4(Int32(clamping: taking.calls))
      encoder.date(CalendarDate(daysSince1970: taking.day.number))
    },
    decode: { (row) throws(PostgresError) in try row.int4() })
}
