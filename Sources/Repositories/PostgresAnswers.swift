import Postgres
package import UseCases

/// The recorded answers of writes in `moa.idempotency_keys`, and claims for answers in preparation.
extension PostgresStore: AnswerRepository {
  package func claim(_ key: IdempotencyKey) async throws(Failure) -> (any KeyClaim)? {
    switch try await first(KeyClaimStatements.claim, key, mayRepeat: true) {
    case .claimed(let token): return PostgresKeyClaim(key, token, pool)
    case .answered: return nil
    case .takenByAnother, nil: throw Failure.inFlight
    }
  }

  package func answer(
    under key: IdempotencyKey, requestDigest: [UInt8]
  ) async throws(Failure) -> RecordedAnswer? {
    guard case .answered(let kept) = try await first(IdempotencyStatements.find, key) else {
      return nil
    }
    guard kept.requestDigest == requestDigest else { throw Failure.keyReused }
    return kept.answer
  }
}
