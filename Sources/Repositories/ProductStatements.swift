import Domain
import Postgres
import UseCases

/// The statements that read single products, and lists that are counted.
enum ProductStatements {
  struct Newest: Sendable, Hashable {
    /// Only ids below it.
    let id: Int64
    let limit: Int
  }

  /// A stretch of a list: it begins `skip` products below the ceiling.
  struct Window: Sendable, Hashable {
    /// Only ids up to it.
    let ceiling: Int64
    let skip: Int64
    let limit: Int
  }

  /// All of them by descending id. The limit inside is there for the planner, which must know that
  /// little is wanted.
  static let newest = Statement<Newest, ProductSummary>(
    """
    select id, card
    from (
      select id, card from moa.products
      where deleted_at is null and id < $1
      order by id desc
      limit 101
    ) found
    order by id desc
    limit $2
    """,
    bind: { newest, encoder in
      encoder.int8(newest.id)
      encoder.int8(Int64(newest.limit))
    },
    decode: ProductRow.summary)

  /// A window of all products, and how many they are. A window behind their end is one row of nulls.
  static let windowOfAll = Statement<Window, CountedProduct>(
    """
    select counts.held, page.id, page.card
    from (
      select held from moa.product_counts where list = 0 and level = 5 and block = 0
    ) counts
    left join lateral (
      select *
      from (
        select id, card from moa.products
        where deleted_at is null and id <= case
          when $2 = 0 then $1 else moa.product_id_at(0::smallint, $1, $2) end
        order by id desc
        limit 101
      ) found
      limit $3
    ) page on true
    order by page.id desc
    """,
    bind: { window, encoder in encoder.window(window) },
    decode: ProductRow.counted)

  /// The same of those in won.
  static let windowOfWon = Statement<Window, CountedProduct>(
    """
    select counts.held, page.id, page.card
    from (
      select held from moa.product_counts where list = 1 and level = 5 and block = 0
    ) counts
    left join lateral (
      select *
      from (
        select id, card from moa.products
        where deleted_at is null and currency = 'KRW' and id <= case
          when $2 = 0 then $1 else moa.product_id_at(1::smallint, $1, $2) end
        order by id desc
        limit 101
      ) found
      limit $3
    ) page on true
    order by page.id desc
    """,
    bind: { window, encoder in encoder.window(window) },
    decode: ProductRow.counted)

  /// With its images.
  static let find = Statement<Int64, StoredProduct>(
    """
    select id, card, maker, mall, link, category_path, delivery_is_free, delivery_free_limit,
      delivery_fee, delivery_by_area, delivery_areas, coalesce(pictures, (
        select string_agg(int8send(shown.id) || moa.packed_picture(shown.sha256), ''
          order by shown.position)
        from moa.product_images shown
        where shown.product_id = products.id
      ))
    from moa.products
    where id = $1 and deleted_at is null
    limit 1
    """,
    bind: { id, encoder in encoder.int8(id) },
    decode: ProductRow.product)

  /// The same by code.
  static let findByCode = Statement<ProductCode, StoredProduct>(
    """
    select id, card, maker, mall, link, category_path, delivery_is_free, delivery_free_limit,
      delivery_fee, delivery_by_area, delivery_areas, coalesce(pictures, (
        select string_agg(int8send(shown.id) || moa.packed_picture(shown.sha256), ''
          order by shown.position)
        from moa.product_images shown
        where shown.product_id = products.id
      ))
    from moa.products
    where code = $1 and deleted_at is null
    limit 1
    """,
    bind: { code, encoder in encoder.uuid(code.octets) },
    decode: ProductRow.product)
}

extension ParameterEncoder {
  fileprivate mutating func window(_ window: ProductStatements.Window) {
    int8(window.ceiling)
    int8(window.skip)
    int8(Int64(window.limit))
  }
}
