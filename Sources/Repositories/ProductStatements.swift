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

  /// With its images, unless an older server wrote the row: then those are looked up, by
  /// `pictures`.
  static let find = Statement<Int64, StoredProduct>(
    """
    select id, card, maker, mall, link, category_path, delivery_is_free, delivery_free_limit,
      delivery_fee, delivery_by_area, delivery_areas, pictures
    from moa.products
    where id = $1 and deleted_at is null
    """,
    bind: { id, encoder in encoder.int8(id) },
    decode: ProductRow.product)

  static let isRemoved = Statement<Int64, Bool>(
    "select exists (select from moa.products where id = $1 and deleted_at is not null)",
    bind: { id, encoder in encoder.int8(id) },
    decode: { (row) throws(PostgresError) in try row.bool() })

  /// The same by code.
  static let findByCode = Statement<ProductCode, StoredProduct>(
    """
    select id, card, maker, mall, link, category_path, delivery_is_free, delivery_free_limit,
      delivery_fee, delivery_by_area, delivery_areas, pictures
    from moa.products
    where code = $1 and deleted_at is null
    """,
    bind: { code, encoder in encoder.uuid(code.octets) },
    decode: ProductRow.product)

  /// The images of a product, of which there may be none.
  static let pictures = Statement<Int64, [ProductImage]>(
    """
    select string_agg(int8send(id) || moa.packed_picture(sha256), '' order by position)
    from moa.product_images
    where product_id = $1
    """,
    bind: { id, encoder in encoder.int8(id) },
    decode: { (row) throws(PostgresError) in try ProductRow.pictures(&row) ?? [] })
}
