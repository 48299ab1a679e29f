import Postgres
import UseCases

/// A row that marks an answer as in preparation. It is valid for a few seconds and renewed while
/// this object lives; so the row of a killed server soon expires.
final class PostgresKeyClaim: KeyClaim {
  /// The time until a claim expires if it is not renewed.
  static let secondsCounted = 6.0
  /// A third of that time: two renewals in a row may fail.
  static let renewalInterval = Duration.seconds(2)
  let token: [UInt8]
  private let key: IdempotencyKey
  private let pool: Pool
  private let renewal: Task<Void, Never>

  /// - Parameter pool: belongs to the loop that makes all calls.
  init(_ key: IdempotencyKey, _ token: [UInt8], _ pool: Pool) {
    self.token = token
    self.key = key
    self.pool = pool
    let claim = KeyClaimStatements.Claim(key: key, token: token)
    // A renewal may end after the request.
    renewal = Task.detached(executorPreference: pool.loop) {
      while (try? await Task.sleep(for: Self.renewalInterval)) != nil {
        // The next renewal makes up for a failed one. If the claim is gone, renewing stops.
        if (try? await pool.execute(KeyClaimStatements.renew, claim)) == 0 { return }
      }
    }
  }

  deinit { renewal.cancel() }

  /// Runs in a task of its own, so that the key is released even if the request was cancelled. If
  /// it fails, the claim expires.
  func withdraw() async {
    renewal.cancel()
    let claim = KeyClaimStatements.Claim(key: key, token: token)
    await Task(executorPreference: pool.loop) { [pool] in
      _ = try? await pool.execute(KeyClaimStatements.withdraw, claim)
    }.value
  }
}

/// The statements about claims: rows of `moa.idempotency_keys` with the status 102 (Processing),
/// and with the claim's token in the place of the request's digest, which is not known yet. Only
/// the clock of the database decides when a claim expires.
///
/// Claims do not wait for the disk or a standby: if a crash loses a claim, the work is done twice,
/// but written once, because the write checks the key again.
enum KeyClaimStatements {
  struct Claim: Sendable {
    let key: IdempotencyKey
    let token: [UInt8]
  }

  enum Outcome: Sendable {
    case claimed(token: [UInt8])
    case takenByAnother
    case answered
  }

  /// Looks before it inserts, so that it does not wait for a row that is just being answered.
  static let claim = Statement<IdempotencyKey, Outcome>(
    """
    with claimed as (
      insert into moa.idempotency_keys (owner, key, request_digest, status, body)
      select $1, $2, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 102, ''
      where not exists (
        select from moa.idempotency_keys
        where owner = $1 and key = $2
          and (status <> 102 or created_at > now() - make_interval(secs => $3)))
      on conflict on constraint idempotency_keys_owner_key do update
      set request_digest = excluded.request_digest, created_at = excluded.created_at
      where idempotency_keys.status = 102
        and idempotency_keys.created_at <= now() - make_interval(secs => $3)
      returning request_digest
    )
    select (select request_digest from claimed), coalesce(
      (select status <> 102 from moa.idempotency_keys where owner = $1 and key = $2), false),
      set_config('synchronous_commit', 'off', true)
    """,
    effect: .write,
    bind: { key, encoder in
      encoder.key(key)
      encoder.float8(PostgresKeyClaim.secondsCounted)
    },
    decode: { (row) throws(PostgresError) in
      let token = try row.optionalBytea()
      let isAnswered = try row.bool()
      _ = try row.text()
      if let token { return .claimed(token: token) }
      return isAnswered ? .answered : .takenByAnother
    })

  static let renew = Statement<Claim, Void>(
    """
    update moa.idempotency_keys
    set created_at = now()
    from (select set_config('synchronous_commit', 'off', true)) as setting
    where owner = $1 and key = $2 and status = 102 and request_digest = $3
    """, effect: .write,
    bind: { claim, encoder in encoder.claim(claim) })

  static let withdraw = Statement<Claim, Void>(
    """
    delete from moa.idempotency_keys
    using (select set_config('synchronous_commit', 'off', true)) as setting
    where owner = $1 and key = $2 and status = 102 and request_digest = $3
    """, effect: .write,
    bind: { claim, encoder in encoder.claim(claim) })
}

extension ParameterEncoder {
  fileprivate mutating func claim(_ claim: KeyClaimStatements.Claim) {
    key(claim.key)
    bytea(claim.token)
  }
}
