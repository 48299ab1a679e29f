package import Domain
import Postgres
package import UseCases

/// The recently viewed products of shoppers, in `moa.recent_views`.
extension PostgresStore: RecentViewRepository {
  package func add(
    _ product: Int64, by device: Int64, at instant: Timestamp
  ) async throws(Failure) {
    let view = View(device: device, product: product, instant: instant)
    let isAdded = try await inTurn(device) {
      try await first(Self.add, view, mayRepeat: true)
    }
    guard isAdded == true else { throw try await missing(product) }
  }

  package func products(of shopper: Int64) async throws(Failure) -> [CellProduct] {
    try await rows(Self.products, shopper)
  }

  package func clear(of shopper: Int64) async throws(Failure) {
    try await execute(Self.clear, shopper, mayRepeat: true)
  }

  private static let clear = Statement<Int64, Void>(
    "delete from moa.recent_views where shopper_id = $1", effect: .write,
    bind: { shopper, encoder in encoder.int8(shopper) })

  private struct View: Sendable {
    let device: Int64
    let product: Int64
    let instant: Timestamp
  }

  /// Skips old rows that are locked: the next view removes them. Does not wait for the disk: a
  /// crash may lose the last views.
  private static let add = Statement<View, Bool>(
    """
    with hurry as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), seen as (
      insert into moa.recent_views as known (shopper_id, product_id, viewed_at)
      select devices.shopper_id, products.id, $3
      from hurry
      cross join moa.devices
      cross join moa.products
      where devices.id = $1 and products.id = $2 and products.deleted_at is null
      on conflict on constraint recent_views_key do update
      set viewed_at = greatest(known.viewed_at, excluded.viewed_at)
      returning shopper_id
    ), old as (
      select shopper_id, product_id
      from moa.recent_views
      where shopper_id = (select shopper_id from seen) and product_id = any (array(
        select product_id
        from moa.recent_views
        where shopper_id = (select shopper_id from seen) and product_id <> $2
        order by viewed_at desc, product_id desc
        offset \(BrowseRecentViews.countMax - 1)
        limit \(BrowseRecentViews.countMax)))
      for update skip locked
    ), forgotten as (
      delete from moa.recent_views as views
      using old
      where views.shopper_id = old.shopper_id and views.product_id = old.product_id
    )
    select exists (select from seen)
    """, effect: .write,
    bind: { view, encoder in
      encoder.int8(view.device)
      encoder.int8(view.product)
      encoder.timestamptz(microseconds: view.instant.microseconds)
    },
    decode: { row throws(PostgresError) in try row.bool() })

  private static let products = Statement<Int64, CellProduct>(
    """
    select \(ProductColumns.cell.shown)
    from (
      select p.*, views.viewed_at
      from (
        select product_id, viewed_at
        from moa.recent_views
        where shopper_id = $1
        order by viewed_at desc, product_id desc
        limit \(BrowseRecentViews.countMax)
      ) views
      cross join lateral (
        select \(ProductColumns.cell.stored)
        from moa.products
        where id = views.product_id and deleted_at is null
        offset 0
      ) p
    ) p
    \(ProductColumns.cell.vendor)
    order by p.viewed_at desc, p.id desc
    """, effect: .read,
    bind: { shopper, encoder in encoder.int8(shopper) },
    decode: ProductColumns.cell.found)
}
