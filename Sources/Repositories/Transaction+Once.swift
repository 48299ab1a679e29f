import Domain
import Postgres
import UseCases

extension Transaction {
  /// Writes what `write` writes unless that was done before under this key, and keeps the answer.
  ///
  /// - Throws: `inFlight` while another transaction does it, `keyReused` when the key was used for
  ///   another request; and what `write` throws, of which nothing is kept.
  func once<Value: Sendable>(
    _ once: OnceOnly<Value>?, _ write: () async throws -> Value
  ) async throws -> Written<Value> {
    guard let once else { return .now(try await write()) }
    // Asked for and not waited for: whoever repeats a request at once learns that the first one is
    // still at work. It ends with the transaction, after the answer can be seen.
    guard try await first(IdempotencyStatements.claim, once.key) == true else {
      throw Failure.inFlight
    }
    // A statement of its own, so that it sees what was committed before the claim.
    if let kept = try await first(IdempotencyStatements.find, once.key) {
      guard kept.requestDigest == once.requestDigest else { throw Failure.keyReused }
      return .before(kept.answer)
    }
    let value = try await write()
    let answer = KeptAnswer(requestDigest: once.requestDigest, answer: try once.record(value))
    try await execute(
      IdempotencyStatements.keep, IdempotencyStatements.Keeping(key: once.key, kept: answer))
    return .now(value)
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
    "select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 7171937))",
    bind: { key, encoder in encoder.key(key) },
    decode: { (row) throws(PostgresError) in try row.bool() })

  /// Looked up among the locks and not tried: whoever tried, if only for a moment, could keep the
  /// write itself from its claim.
  /// Source: PostgreSQL, "pg_locks": a bigint key is its high half in classid, its low half in objid.
  static let isClaimed = Statement<IdempotencyKey, Bool>(
    """
    select exists (
      select from pg_locks held, hashtextextended($1 || ' ' || $2, 7171937) as claim (number)
      where held.locktype = 'advisory' and held.granted and held.objsubid = 1
        and held.database = (select oid from pg_database where datname = current_database())
        and held.classid::bigint = (claim.number >> 32) & 4294967295
        and held.objid::bigint = claim.number & 4294967295)
    """,
    bind: { key, encoder in encoder.key(key) },
    decode: { (row) throws(PostgresError) in try row.bool() })

  static let find = Statement<IdempotencyKey, KeptAnswer>(
    """
    select request_digest, status, content_type, fields, body
    from moa.idempotency_keys
    where owner = $1 and key = $2
    limit 1
    """,
    bind: { key, encoder in encoder.key(key) },
    decode: KeptAnswer.init)

  static let keep = Statement<Keeping, Void>(
    """
    insert into moa.idempotency_keys
      (owner, key, request_digest, status, content_type, fields, body)
    values ($1, $2, $3, $4, $5, $6, $7)
    """,
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
  fileprivate mutating func key(_ key: IdempotencyKey) {
    text(key.owner)
    text(key.text)
  }
}
