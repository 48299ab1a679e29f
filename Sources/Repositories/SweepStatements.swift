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

  /// Takes the images and variants away from products that were removed long ago.
  static let removedProducts = Statement<Timestamp, Void>(
    """
    with old as (
      select id
      from moa.products
      where deleted_at < $1 and not is_hidden
        and (cover_sha256 is not null or options is not null)
      order by deleted_at
      limit 200
      for update skip locked
    ), hidden as (
      delete from moa.product_images using old where product_images.product_id = old.id
    ), sold as (
      delete from moa.product_variants using old where product_variants.product_id = old.id
    )
    update moa.products
    set cover_sha256 = null, options = null, price_varies = null
    from old
    where products.id = old.id
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })

  static let answers = rows(of: "idempotency_keys", key: ["owner", "key"], "created_at")
  static let stockOperations = rows(
    of: "stock_operations", key: ["vendor_id", "id"], "carried_out_at")
  static let searches = rows(of: "search_devices", key: ["query", "device"], "searched_at")
  static let tokens = rows(of: "access_tokens", key: ["id"], "expires_at")
  static let trends = rows(of: "search_trends", key: ["query"], "searched_at")

  /// Removes rows of a table whose time is before a limit, at most 200 of them.
  private static func rows(
    of table: String, key: [String], _ time: String
  ) -> Statement<Timestamp, Void> {
    Statement(
      """
      with old as (
        select \(key.joined(separator: ", "))
        from moa.\(table)
        where \(time) < $1
        order by \(time)
        limit 200
        for update skip locked
      )
      delete from moa.\(table) as kept
      using old
      where \(key.map { "kept.\($0) = old.\($0)" }.joined(separator: " and "))
        and kept.\(time) < $1
      """, effect: .write,
      bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })
  }
}

extension SweepStatements.SweptRange {
  fileprivate init(_ row: inout RowDecoder) throws(PostgresError) {
    instant = try row.timestamptz()
    digest = try row.bytea()
    removed = Int(try row.int8())
  }
}
