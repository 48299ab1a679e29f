import Domain
import Postgres
import UseCases

extension Transaction {
  /// Runs `write`, whose value tells what it changed.
  func once<Value: Sendable>(
    _ once: RecordedWrite<Value>?, _ write: () async throws -> Value
  ) async throws -> Written<Value> {
    try await self.once(once, changing: { (before: nil, after: try await write()) })
  }

  /// Runs `write` unless it was done before under this key, and records its answer and its entry in
  /// the history. Its value is what there is after it, or for a removal before it.
  ///
  /// - Throws: `inFlight` while another transaction runs it or prepares it; `keyReused` if the key
  ///   was used for another request; and any error of `write`, which is not recorded.
  func once<Value: Sendable>(
    _ once: RecordedWrite<Value>?,
    changing write: () async throws -> (before: Value?, after: Value?)
  ) async throws -> Written<Value> {
    if let once, let key = once.key, let earlier = try await earlier(key, of: once) {
      return .before(earlier)
    }
    let (before, after) = try await write()
    guard let value = after ?? before else { throw Failure.bug("a write has no value") }
    guard let once else { return .now(value) }
    if let note = once.history, let change = try note.describe(before, after) {
      let record = HistoryRecord(
        author: note.author, requestID: note.requestID, change: change)
      let isOfRun = note.author.kind == .operator && !note.requestID.isEmpty
      _ = try await execute(
        isOfRun ? HistoryStatements.insertOfRun : HistoryStatements.insert, record)
    }
    if let key = once.key {
      let answer = KeptAnswer(requestDigest: once.requestDigest, answer: try once.record(value))
      // If the answer cannot be recorded, nothing may be written either.
      guard try await execute(IdempotencyStatements.keep, .init(key: key, kept: answer)) == 1
      else { throw Failure.inFlight }
    }
    return .now(value)
  }

  /// The answer that was recorded under the key; nil for a write that is to be made.
  private func earlier<Value>(
    _ key: IdempotencyKey, of once: RecordedWrite<Value>
  ) async throws -> RecordedAnswer? {
    // Tries the lock without waiting: a client that repeats a request at once learns that the first
    // one is still running. The lock ends with the transaction, after the answer is visible.
    guard try await first(IdempotencyStatements.claim, key) == true else { throw Failure.inFlight }
    // A separate statement, so that it sees everything committed before the lock.
    switch try await first(IdempotencyStatements.find, key) {
    case .answered(let kept):
      guard kept.requestDigest == once.requestDigest else { throw Failure.keyReused }
      return kept.answer
    case .claimed(let token, let counts):
      if counts, token != once.claim { throw Failure.inFlight }
      return nil
    case nil: return nil
    }
  }
}

/// The state of a key that was used.
enum UsedKey: Sendable {
  case answered(KeptAnswer)
  /// A write is being prepared; if the claim has expired, its server has died.
  case claimed(token: [UInt8], counts: Bool)

  init(_ row: inout RowDecoder) throws(PostgresError) {
    let isAnswered = try row.bool()
    let counts = try row.bool()
    let kept = try KeptAnswer(&row)
    self = isAnswered ? .answered(kept) : .claimed(token: kept.requestDigest, counts: counts)
  }
}

/// An answer, and the digest of its request.
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

  /// Keys contain no spaces, so different owners and keys cannot give the same text.
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

  /// The answer replaces the claim.
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
