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

  static let eventBannersExist = existence("select exists (select from moa.event_banners)")
  static let categoriesExist = existence("select exists (select from moa.categories)")
  static let itemTypesExist = existence("select exists (select from moa.item_types)")

  private static func existence(_ sql: SQL) -> Statement<Void, Bool> {
    Statement(sql, effect: .read, decode: { (row) throws(PostgresError) in try row.bool() })
  }

  static let insertEventBanner = Statement<EventBanner, Void>(
    """
    insert into moa.event_banners (id, content, thumbnail_image_url, position)
    values ($1, $2, $3, $4)
    """, effect: .write,
    bind: { banner, encoder in
      encoder.int8(banner.id)
      encoder.text(banner.content.text)
      encoder.text(banner.image.text)
      encoder.int4(Int32(clamping: banner.position))
    })

  static let insertCategory = Statement<Category, Void>(
    """
    insert into moa.categories (id, title, position)
    values ($1, $2, $3)
    """, effect: .write,
    bind: { category, encoder in
      encoder.int8(category.id)
      encoder.text(category.title.text)
      encoder.int4(Int32(clamping: category.position))
    })

  static let insertItemType = Statement<ItemType, Void>(
    """
    insert into moa.item_types (id, category_id, title, thumbnail_image_url, position)
    values ($1, $2, $3, $4, $5)
    """, effect: .write,
    bind: { itemType, encoder in
      encoder.int8(itemType.id)
      encoder.int8(itemType.categoryID)
      encoder.text(itemType.title.text)
      encoder.text(itemType.thumbnailImage.text)
      encoder.int4(Int32(clamping: itemType.position))
    })

  // Rows that bring their ids leave the counters behind; the next row would clash. The counter of
  // event categories may also be ahead, of rows that were removed: their ids stay theirs.
  static let skipEventCategoryIDs = skip(
    """
    select setval(pg_get_serial_sequence('moa.event_categories', 'id'), greatest(
      (select coalesce(max(id), 1) from moa.event_categories),
      (select last_value from moa.event_categories_id_seq)))
    """)
  static let skipEventBannerIDs = skip(
    """
    select setval(pg_get_serial_sequence('moa.event_banners', 'id'),
      (select coalesce(max(id), 1) from moa.event_banners))
    """)
  static let skipCategoryIDs = skip(
    """
    select setval(pg_get_serial_sequence('moa.categories', 'id'),
      (select coalesce(max(id), 1) from moa.categories))
    """)
  static let skipItemTypeIDs = skip(
    """
    select setval(pg_get_serial_sequence('moa.item_types', 'id'),
      (select coalesce(max(id), 1) from moa.item_types))
    """)

  private static func skip(_ sql: SQL) -> Statement<Void, Int64> {
    Statement(sql, effect: .write, decode: { (row) throws(PostgresError) in try row.int8() })
  }
}
