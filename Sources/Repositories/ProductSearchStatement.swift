import Domain
import Postgres

/// The statement that finds products by their names.
enum ProductSearchStatement {
  /// A window of what is found, and how much that is; behind its end one row of nulls.
  ///
  /// The names are looked at here, so that only the window leaves the database. The limit of the scan
  /// stands in the text for the planner, which must know that little is read: it is
  /// ``ProductSearch/scannedMax``. Both sides are folded here, because what a letter's lower case is
  /// depends on the database.
  static let window = Statement<ProductSearch, CountedRow>(
    """
    with found as materialized (
      select id
      from (
        select id, name from moa.products
        where deleted_at is null
        order by id desc
        limit 2000
      ) newest
      where strpos(lower(name), lower($1)) > 0
    )
    select counts.held, p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version
    from (
      select count(*) as held from found
    ) counts
    left join lateral (
      select *
      from (
        select id from found
        order by id desc
        offset (select $2)
        limit 100
      ) wanted
      limit (select $3)
    ) page on true
    left join moa.products p on p.id = page.id
    left join moa.vendors v on v.id = p.vendor_id
    order by page.id desc
    """,
    bind: { search, encoder in
      encoder.text(search.text)
      encoder.int8(search.offset)
      encoder.int8(Int64(search.count))
    },
    decode: CountedRow.init)
}
