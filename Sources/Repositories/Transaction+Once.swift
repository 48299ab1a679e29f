import Domain
import Postgres
import UseCases

extension Transaction {
  /// Writes what `write` writes unless that was done before under this key, and keeps the answer.
  ///
  /// - Throws: `inFlight` while another transaction does it, or somebody prepares it, `keyReused`
  ///   when the key was used for another request; and what `write` throws, of which nothing is
  ///   kept.
  func once<Value: Sendable>(
    _ once: IdempotentWrite<Value>?, _ write: () async throws -> Value
  ) async throws -> Written<Value> {
    guard let once else { return .now(try await write()) }
    // Asked for and not waited for: whoever repeats a request at once learns that the first one is
    // still at work. It ends with the transaction, after the answer can be seen.
    guard try await first(IdempotencyStatements.claim, once.key) == true else {
      throw Failure.inFlight
    }
    // A statement of its own, so that it sees what was committed before the claim.
    switch try await first(IdempotencyStatements.find, once.key) {
    case .answered(let kept):
      guard kept.requestDigest == once.requestDigest else { throw Failure.keyReused }
      return .before(kept.answer)
    case .claimed(let token, let counts):
      if counts, token != once.claim { throw Failure.inFlight }
    case nil: break
    }
    let value = try await write()
    let answer = KeptAnswer(requestDigest: once.requestDigest, answer: try once.record(value))
    let keeping = IdempotencyStatements.Keeping(key: once.key, kept: answer)
    // What is not kept must not be written either.
    guard try await execute(IdempotencyStatements.keep, keeping) == 1 else {
      throw Failure.inFlight
    }
    return .now(value)
  }
}

/// What is known of a key that was used.
enum UsedKey: Sendable {
  case answered(KeptAnswer)
  /// Somebody prepares a write, or has died over it when the claim does not count any more.
  case claimed(token: [UInt8], counts: Bool)

  init(_ row: inout RowDecoder) throws(PostgresError) {
    let isAnswered = try row.bool()
    let counts = try row.bool()
    let kept = try KeptAnswer(&row)
    self = isAnswered ? .answered(kept) : .claimed(token: kept.requestDigest, counts: counts)
  }
}

/// An answer, and the digest of what it answered.
struct KeptAnswer: Sendable {
  let requestDigest: [UInt8]
  let answer: RecordedAnswer

  init(requestDigest: [UInt8], answer: RecordedAnswer) {
    self.requestDigest = requestDigest
    self.answer = answer
  }

  init(_ row: inout RowDecoder) throws(PostgresError) {
    requestDigest = try row.bytea()
    let status = try row.int2()
    let contentType = try row.optionalText()
    let fields = try row.textArray()
    answer = RecordedAnswer(
      status: Int(status), contentType: contentType,
      fields: stride(from: 0, to: fields.count - 1, by: 2).map { index in
        RecordedAnswer.Field(fields[index], fields[index + 1])
      }, body: try row.bytea())
  }
}

/// The statements about `moa.idempotency_keys`.
enum IdempotencyStatements {
  struct Keeping: Sendable {
    let key: IdempotencyKey
    let kept: KeptAnswer
  }

  /// A key holds no space, so that no two owners with their keys make the same text.
  static let claim = Statement<IdempotencyKey, Bool>(
    "select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 7171937))", effect: .write,
    bind: { key, encoder in encoder.key(key) },
    decode: { (row) throws(PostgresError) in try row.bool() })

  static let find = Statement<IdempotencyKey, UsedKey>(
    """
    select status <> 102, created_at > now() - make_interval(secs => $3),
      request_digest, status, content_type, fields, body
    from moa.idempotency_keys
    where owner = $1 and key = $2
    limit 1
    """, effect: .read,
    bind: { key, encoder in
      encoder.key(key)
      encoder.float8(PostgresKeyClaim.secondsCounted)
    },
    decode: UsedKey.init)

  /// A claim is replaced by what it was for.
  static let keep = Statement<Keeping, Void>(
    """
    insert into moa.idempotency_keys
      (owner, key, request_digest, status, content_type, fields, body)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict on constraint idempotency_keys_owner_key do update
    set request_digest = excluded.request_digest, status = excluded.status,
      content_type = excluded.content_type, fields = excluded.fields, body = excluded.body,
      created_at = excluded.created_at
    where idempotency_keys.status = 102
    """, effect: .write,
    bind: { keeping, encoder in
      let answer = keeping.kept.answer
      encoder.key(keeping.key)
      encoder.bytea(keeping.kept.requestDigest)
      encoder.int2(Int16(clamping: answer.status))
      encoder.text(answer.contentType)
      encoder.textArray(answer.fields.flatMap { [$0.name, $0.value] })
      encoder.bytea(answer.body)
    })
}

extension ParameterEncoder {
  mutating func key(_ key: IdempotencyKey) {
    text(key.owner)
    text(key.text)
  }
}
