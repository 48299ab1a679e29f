package import Domain
package import Postgres
package import UseCases

/// Removes images and answers that nobody needs any more.
package struct PostgresHousekeeping: Housekeeping {
  private let pool: Pool
  /// Rows that one transaction removes: far below the deadline of a statement, also for images.
  private static let batch: Int64 = 200
  /// Rounds of one sweep; what is left waits for the next.
  private static let roundsMax = 500

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func sweep(at instant: Timestamp) async throws(Failure) -> Swept {
    Swept(
      images: try await repeated(Self.images, instant, seconds: Self.secondsUnused),
      answers: try await repeated(Self.answers, instant, seconds: IdempotencyKey.secondsKept))
  }

  private func repeated(
    _ statement: Statement<Timestamp, Void>, _ instant: Timestamp, seconds: Int
  ) async throws(Failure) -> Int {
    let age = Int64(seconds) * 1_000_000
    let limit = Timestamp(clamping: instant.microseconds - age)
    var total = 0
    do {
      for _ in 0..<Self.roundsMax {
        let count = try await pool.execute(statement, limit)
        total += count
        if count < Self.batch { break }
      }
      return total
    } catch { throw Failure(error) }
  }

  /// Rows that somebody works on are left out: whoever brings an image again makes it young, and
  /// another server may be sweeping too. Lists of the shop name images by URL.
  private static let images = Statement<Timestamp, Void>(
    """
    with named as (
      select substring(url from '/images/([0-9a-f]{64})/') as hex
      from (
        select thumbnail_image_url as url from moa.event_categories
        union all select thumbnail_text_image_url from moa.event_categories
        union all select thumbnail_image_url from moa.event_banners
        union all select thumbnail_image_url from moa.item_types
      ) urls
    ), unused as (
      select sha256
      from moa.images
      where created_at < $1
        and not exists (
          select from moa.product_images shown where shown.sha256 = images.sha256)
        and encode(sha256, 'hex') not in (select hex from named where hex is not null)
      order by created_at
      limit 200
      for update skip locked
    )
    delete from moa.images using unused where images.sha256 = unused.sha256
    """,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })

  private static let answers = Statement<Timestamp, Void>(
    """
    with old as (
      select owner, key
      from moa.idempotency_keys
      where created_at < $1
      order by created_at
      limit 200
      for update skip locked
    )
    delete from moa.idempotency_keys as kept
    using old
    where kept.owner = old.owner and kept.key = old.key
    """,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })
}
