import Domain
import Postgres

/// The statements that remove data that is no longer needed.
enum SweepStatements {
  /// The progress of the walk along the images.
  struct Walk: Sendable {
    /// Newer images are not removed.
    let limit: Timestamp
    /// The time of the last image visited, in microseconds.
    var instant = Timestamp.earliest.microseconds
    var digest: [UInt8] = []
  }

  /// The result of one statement: the last image visited, and the number removed.
  struct SweptRange: Sendable {
    let instant: Int64
    let digest: [UInt8]
    let removed: Int
  }

  /// Visits 500 images and removes at most 200 of them; if there were more to remove, the next step
  /// begins after the last one removed. So the time of a statement does not depend on the number of
  /// images.
  ///
  /// Skips locked rows: a write may be storing an image again, which makes it new, or another
  /// server may be sweeping. Lists of the shop refer to images by URL.
  static let images = Statement<Walk, SweptRange>(
    """
    with walked as (
      select created_at, sha256
      from moa.images
      where not is_kept and created_at < $1 and (created_at, sha256) > ($2, $3)
      order by created_at, sha256
      limit 500
    ), named as (
      select substring(url from '/images/([0-9a-f]{64})/') as hex
      from (\(ListTables.imageURLs)) urls
    ), candidates as materialized (
      select created_at, sha256
      from walked
      where not exists (
          select from moa.product_images shown where shown.sha256 = walked.sha256)
        and encode(sha256, 'hex') not in (select hex from named where hex is not null)
      order by created_at, sha256
      limit 200
    ), unused as (
      select images.sha256
      from moa.images
      where sha256 = any (array(select sha256 from candidates))
        and not is_kept and created_at < $1
      for update skip locked
    ), removed as (
      delete from moa.images using unused where images.sha256 = unused.sha256
      returning images.sha256
    )
    select created_at, sha256, (select count(*) from removed)
    from walked
    where (select count(*) from candidates) < 200
      or sha256 in (select sha256 from candidates)
    order by created_at desc, sha256 desc
    limit 1
    """, effect: .write,
    bind: { walk, encoder in
      encoder.timestamptz(microseconds: walk.limit.microseconds)
      encoder.timestamptz(microseconds: walk.instant)
      encoder.bytea(walk.digest)
    },
    decode: SweptRange.init)

  /// Takes the images away from products that were removed long ago.
  static let removedProducts = Statement<Timestamp, Void>(
    """
    with old as (
      select id
      from moa.products
      where deleted_at < $1 and not is_hidden and cover_sha256 is not null
      order by deleted_at
      limit 200
      for update skip locked
    ), hidden as (
      delete from moa.product_images using old where product_images.product_id = old.id
    )
    update moa.products
    set cover_sha256 = null
    from old
    where products.id = old.id
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })

  static let answers = Statement<Timestamp, Void>(
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
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })

  static let stockOperations = Statement<Timestamp, Void>(
    """
    with old as (
      select vendor_id, id
      from moa.stock_operations
      where carried_out_at < $1
      order by carried_out_at
      limit 200
      for update skip locked
    )
    delete from moa.stock_operations as kept
    using old
    where kept.vendor_id = old.vendor_id and kept.id = old.id
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })

  static let searches = Statement<Timestamp, Void>(
    """
    with old as (
      select query, device
      from moa.search_devices
      where searched_at < $1
      order by searched_at
      limit 200
      for update skip locked
    )
    delete from moa.search_devices as kept
    using old
    where kept.query = old.query and kept.device = old.device
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })

  static let trends = Statement<Timestamp, Void>(
    """
    with old as (
      select query
      from moa.search_trends
      where searched_at < $1
      order by searched_at
      limit 200
      for update skip locked
    )
    delete from moa.search_trends as kept
    using old
    where kept.query = old.query and kept.searched_at < $1
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })
}

extension SweepStatements.SweptRange {
  fileprivate init(_ row: inout RowDecoder) throws(PostgresError) {
    instant = try row.timestamptz()
    digest = try row.bytea()
    removed = Int(try row.int8())
  }
}
