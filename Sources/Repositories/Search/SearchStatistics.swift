import Domain
import Postgres
import UseCases

/// PostgreSQL's statistics about grams in products, read again every minute.
///
/// While there are few products they are read every five seconds: a shop that is being filled soon
/// has many.
final class SearchStatistics: Sendable {
  private static let age = Duration.seconds(60)
  private static let ageOfFew = Duration.seconds(5)
  /// Up to this many products are counted, not estimated.
  private static let countedMax = 20_000.0
  private let kept = LoopBound()

  /// Call it on the loop of `store`.
  func current(in store: PostgresStore) async throws(Failure) -> GramStatistics {
    let now = ContinuousClock.now
    if let known = kept.value {
      let isFew = known.statistics.products <= Self.countedMax
      if now - known.readAt < (isFew ? Self.ageOfFew : Self.age) { return known.statistics }
    }
    let read = try await store.first(Self.statement) ?? GramStatistics(products: 0, shares: [:])
    kept.value = Known(statistics: read, readAt: now)
    return read
  }

  private struct Known {
    let statistics: GramStatistics
    let readAt: ContinuousClock.Instant
  }

  /// `@unchecked`: used on the loop of the pool only.
  private final class LoopBound: @unchecked Sendable {
    var value: Known?
  }

  /// The number of products: counted if there are few, otherwise estimated. The last three entries
  /// of the shares belong to no gram.
  private static let statement = Statement<Void, GramStatistics>(
    """
    select
      case when tables.reltuples > 20000 then tables.reltuples::float8
        else (select count(*) from (select from moa.product_search limit 20000) few)::float8 end,
      most_common_elems::text::int4[], most_common_elem_freqs::float8[]
    from pg_class tables
    left join pg_stats
      on schemaname = 'moa' and tablename = 'product_search' and attname = 'grams'
    where tables.oid = 'moa.product_search'::regclass
    """,
    effect: .read,
    decode: { (row) throws(PostgresError) in
      let products = try row.float8()
      let grams = try row.optionalArray(of: .int4) ?? []
      let shares = try row.optionalArray(of: .float8) ?? []
      var known: [Int32: Float] = [:]
      for case (let gram?, let share?) in zip(grams, shares) { known[gram] = Float(share) }
      return GramStatistics(products: products, shares: known)
    })
}
