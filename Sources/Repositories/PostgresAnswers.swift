package import Postgres
package import UseCases

/// Answers of writes in `moa.idempotency_keys`.
package struct PostgresAnswers: AnswerRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func answer(
    under key: IdempotencyKey, requestDigest: [UInt8]
  ) async throws(Failure) -> RecordedAnswer? {
    do {
      // Before the answer, which is there as soon as the claim is not.
      let isClaimed = try await pool.first(IdempotencyStatements.isClaimed, key) == true
      if let kept = try await pool.first(IdempotencyStatements.find, key) {
        guard kept.requestDigest == requestDigest else { throw Failure.keyReused }
        return kept.answer
      }
      if isClaimed { throw Failure.inFlight }
      return nil
    } catch { throw Failure(error) }
  }
}
