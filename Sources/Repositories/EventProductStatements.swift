import Domain
import Postgres

/// SQL of `moa.event_category_products`.
enum EventProductStatements {
  /// The condition on a row with a schedule for being shown now. ``ListStatements`` has the same
  /// for an instant.
  static let isLive = "coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true)"

  /// The products of events that are live: those of others must not become known.
  static let live = """
    (
      select chosen.event_category_id, chosen.product_id, chosen.position
      from moa.event_category_products chosen
      join moa.event_categories on event_categories.id = chosen.event_category_id
      where \(isLive)
    )
    """

  /// One row for each product in display order; one row without a product for an event that has
  /// none; no row if the event does not exist.
  static let ids = Statement<Int64, Int64?>(
    """
    select p.product_id
    from moa.event_categories e
    left join lateral (
      select c.product_id, c.position
      from moa.event_category_products c
      join moa.products on products.id = c.product_id and products.deleted_at is null
      where c.event_category_id = e.id
    ) p on true
    where e.id = $1
    order by p.position
    """,
    effect: .read,
    bind: { event, encoder in encoder.int8(event) },
    decode: { row throws(PostgresError) in try row.optionalInt8() })

  /// The products of several events, in the order of display.
  static let ofEvents = Statement<[Int64], (event: Int64, product: Int64)>(
    """
    select c.event_category_id, c.product_id
    from moa.event_category_products c
    join moa.products on products.id = c.product_id and products.deleted_at is null
    where c.event_category_id = any ($1)
    order by c.event_category_id, c.position
    """,
    effect: .read,
    bind: { events, encoder in encoder.int8Array(events) },
    decode: { row throws(PostgresError) in (try row.int8(), try row.int8()) })

  static let lock = Statement<Int64, Int64>(
    "select id from moa.event_categories where id = $1 for no key update",
    effect: .write,
    bind: { event, encoder in encoder.int8(event) },
    decode: { row throws(PostgresError) in try row.int8() })

  /// The given products that exist.
  static let known = Statement<[Int64], Int64>(
    "select id from moa.products where id = any ($1) and deleted_at is null",
    effect: .read,
    bind: { ids, encoder in encoder.int8Array(ids) },
    decode: { row throws(PostgresError) in try row.int8() })

  static let removeAll = Statement<Int64, Void>(
    "delete from moa.event_category_products where event_category_id = $1",
    effect: .write,
    bind: { event, encoder in encoder.int8(event) })

  struct Insertion: Sendable {
    let event: Int64
    let products: [Int64]
  }

  /// Products that do not exist are left out.
  static let insert = Statement<Insertion, Void>(
    """
    insert into moa.event_category_products (event_category_id, product_id, position)
    select $1, listed.product_id, listed.position
    from unnest($2::int8[]) with ordinality as listed (product_id, position)
    join moa.products on products.id = listed.product_id
    """,
    effect: .write,
    bind: { insertion, encoder in
      encoder.int8(insertion.event)
      encoder.int8Array(insertion.products)
    })

  struct Demo: Sendable {
    /// The key of the event.
    let key: String
    let codes: [String]
  }

  /// Adds products of the demo shop to an event, by their codes. Missing events and products are
  /// skipped.
  static let insertDemo = Statement<Demo, Void>(
    """
    insert into moa.event_category_products (event_category_id, product_id, position)
    select e.id, p.id, row_number() over (order by listed.place)
    from unnest($2::text[]) with ordinality as listed (code, place)
    join moa.products p on p.code = listed.code::uuid and p.deleted_at is null
    join moa.event_categories e on e.key = $1
    """,
    effect: .write,
    bind: { demo, encoder in
      encoder.text(demo.key)
      encoder.textArray(demo.codes)
    })
}
