package import Domain
package import Postgres
package import UseCases

/// Whether the shop may be written, in `moa.read_only`.
package struct PostgresReadOnly: ReadOnlyRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func readOnlySince() async throws(Failure) -> Timestamp? {
    do throws(PostgresError) {
      return try await pool.first(Self.since)
    } catch { throw Failure(error) }
  }

  package func beginReadOnly(at instant: Timestamp) async throws(Failure) {
    do throws(PostgresError) {
      _ = try await pool.execute(Self.begin, instant)
    } catch { throw Failure(error) }
  }

  package func endReadOnly() async throws(Failure) {
    do throws(PostgresError) {
      _ = try await pool.execute(Self.end)
    } catch { throw Failure(error) }
  }

  private static let since = Statement<Void, Timestamp>(
    "select since from moa.read_only", effect: .read,
    decode: { (row) throws(PostgresError) in try row.timestamp() })

  private static let begin = Statement<Timestamp, Void>(
    """
    insert into moa.read_only (since) values ($1)
    on conflict on constraint read_only_key do nothing
    """,
    effect: .write,
    bind: { instant, encoder in encoder.timestamptz(microseconds: instant.microseconds) })

  private static let end = Statement<Void, Void>("delete from moa.read_only", effect: .write)
}
