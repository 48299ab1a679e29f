package import Postgres
package import UseCases

/// Answers of writes in `moa.idempotency_keys`, and the claims of those that are being prepared.
package struct PostgresAnswers: AnswerRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func claim(_ key: IdempotencyKey) async throws(Failure) -> (any KeyClaim)? {
    do {
      switch try await pool.first(KeyClaimStatements.claim, key) {
      case .claimed(let token): return PostgresKeyClaim(key, token, pool)
      case .answered: return nil
      case .takenByAnother, nil: throw Failure.inFlight
      }
    } catch { throw Failure(ofHarmless: error) }
  }

  package func answer(
    under key: IdempotencyKey, requestDigest: [UInt8]
  ) async throws(Failure) -> RecordedAnswer? {
    do {
      guard case .answered(let kept) = try await pool.first(IdempotencyStatements.find, key) else {
        return nil
      }
      guard kept.requestDigest == requestDigest else { throw Failure.keyReused }
      return kept.answer
    } catch { throw Failure(error) }
  }
}
