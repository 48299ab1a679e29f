import Domain
import Postgres
import UseCases

/// The statements that read single products, and lists that are counted.
enum ProductStatements {
  struct Newest: Sendable {
    /// Only ids below it.
    let id: Int64
    let limit: Int
  }

  /// A stretch of a list: it begins `skip` products below the ceiling.
  struct Window: Sendable {
    /// Only ids up to it.
    let ceiling: Int64
    let skip: Int64
    let limit: Int
  }

  /// All of them by descending id.
  static let newest = Statement<Newest, ProductRow>(
    """
    select p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version
    from (
      select id
      from (
        select id from moa.products
        where deleted_at is null and id < $1
        order by id desc
        limit 101
      ) found
      limit (select $2)
    ) page
    join moa.products p on p.id = page.id
    join moa.vendors v on v.id = p.vendor_id
    order by page.id desc
    """,
    bind: { newest, encoder in
      encoder.int8(newest.id)
      encoder.int8(Int64(newest.limit))
    },
    decode: ProductRow.init)

  /// A window of all products, and how many they are. A window behind their end is one row of nulls.
  static let windowOfAll = Statement<Window, CountedRow>(
    """
    select counts.held, p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version
    from (
      select held from moa.product_counts where list = 0 and level = 5 and block = 0
    ) counts
    left join lateral (
      select *
      from (
        select id from moa.products
        where deleted_at is null and id <= case
          when $2 = 0 then $1 else moa.product_id_at(0::smallint, $1, $2) end
        order by id desc
        limit 101
      ) found
      limit (select $3)
    ) page on true
    left join moa.products p on p.id = page.id
    left join moa.vendors v on v.id = p.vendor_id
    order by page.id desc
    """,
    bind: { window, encoder in encoder.window(window) },
    decode: CountedRow.init)

  /// The same of those in won.
  static let windowOfWon = Statement<Window, CountedRow>(
    """
    select counts.held, p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version
    from (
      select held from moa.product_counts where list = 1 and level = 5 and block = 0
    ) counts
    left join lateral (
      select *
      from (
        select id from moa.products
        where deleted_at is null and currency = 'KRW' and id <= case
          when $2 = 0 then $1 else moa.product_id_at(1::smallint, $1, $2) end
        order by id desc
        limit 101
      ) found
      limit (select $3)
    ) page on true
    left join moa.products p on p.id = page.id
    left join moa.vendors v on v.id = p.vendor_id
    order by page.id desc
    """,
    bind: { window, encoder in encoder.window(window) },
    decode: CountedRow.init)

  /// With its images.
  static let find = Statement<Int64, ProductWithImagesRow>(
    """
    select p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version, (
        select string_agg(int8send(shown.id) || moa.packed_picture(shown.sha256), ''
          order by shown.position)
        from moa.product_images shown
        where shown.product_id = p.id
      )
    from moa.products p
    join moa.vendors v on v.id = p.vendor_id
    where p.id = $1 and p.deleted_at is null
    limit 1
    """,
    bind: { id, encoder in encoder.int8(id) },
    decode: ProductWithImagesRow.init)

  /// The same by code.
  static let findByCode = Statement<ProductCode, ProductWithImagesRow>(
    """
    select p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version, (
        select string_agg(int8send(shown.id) || moa.packed_picture(shown.sha256), ''
          order by shown.position)
        from moa.product_images shown
        where shown.product_id = p.id
      )
    from moa.products p
    join moa.vendors v on v.id = p.vendor_id
    where p.code = $1 and p.deleted_at is null
    limit 1
    """,
    bind: { code, encoder in encoder.uuid(code.octets) },
    decode: ProductWithImagesRow.init)
}

extension ParameterEncoder {
  fileprivate mutating func window(_ window: ProductStatements.Window) {
    int8(window.ceiling)
    int8(window.skip)
    int8(Int64(window.limit))
  }
}
