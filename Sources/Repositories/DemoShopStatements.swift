import Domain
import Postgres

/// The statements that load a demo shop.
enum DemoShopStatements {
  static let lock = Statement<Void, Void>(
    "lock table moa.demo_shop in exclusive mode", effect: .write)

  static let mark = Statement<Void, Void>(
    """
    insert into moa.demo_shop (is_loaded)
    values (true)
    on conflict on constraint demo_shop_only_row do nothing
    """, effect: .write)

  // Rows that bring their ids leave the counters behind; the next row would clash. The counter of
  // event categories may also be ahead, of rows that were removed: their ids stay theirs.
  static let skipEventCategoryIDs = Statement<Void, Int64>(
    """
    select setval(pg_get_serial_sequence('moa.event_categories', 'id'), greatest(
      (select coalesce(max(id), 1) from moa.event_categories),
      (select last_value from moa.event_categories_id_seq)))
    """,
    effect: .write,
    decode: { row throws(PostgresError) in try row.int8() })
}
