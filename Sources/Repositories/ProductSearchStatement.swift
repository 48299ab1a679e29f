import Domain
import Postgres

/// The statement that finds products by their names and those of their vendors.
enum ProductSearchStatement {
  /// A stretch of what is found.
  struct Search: Sendable {
    let text: String
    /// Nothing newer is looked at.
    let newest: Int64
    /// The stretch begins `skip` products behind the first one that is found up to this id.
    let ceiling: Int64
    let skip: Int64
    let limit: Int
  }

  /// A row of what is found, and the newest product that was looked at.
  struct Found: Sendable {
    let counted: CountedProduct
    let searchedFrom: Int64?

    @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
      counted = try CountedProduct(&row)
      searchedFrom = try row.optionalInt8()
    }
  }

  private static let columns = ProductColumns.summary

  /// A stretch of what is found, and how much that is in all; behind its end one row of nulls.
  ///
  /// The names are looked at here, so that only the window leaves the database. The limit of the
  /// scan stands in the text for the planner, which must know that little is read: it is
  /// ``ProductList/searchedMax``. It looks at names on pages that nobody else keeps warm, so nobody
  /// waits behind it.
  static let window = Statement<Search, Found>(
    """
    with found as materialized (
      select id
      from (
        select newest.id, newest.name || chr(10) || vendors.name as names
        from (
          select id, name, vendor_id from moa.products
          where deleted_at is null and id <= $2
          order by id desc
          limit 2000
        ) newest
        join moa.vendors on vendors.id = newest.vendor_id
        offset 0
      ) named
      where \(TextSearch.condition("names", holds: "$1"))
    )
    select counts.held, \(columns.shown), counts.newest
    from (
      select count(*) as held, (
        select id from moa.products
        where deleted_at is null and id <= $2
        order by id desc
        limit 1
      ) as newest
      from found
    ) counts
    left join lateral (
      select *
      from (
        select id from found
        where id <= $3
        order by id desc
        offset (select $4)
        limit 101
      ) wanted
      limit $5
    ) page on true
    left join moa.products p on p.id = page.id
    \(columns.vendor)
    order by page.id desc
    """,
    effect: .read, isLong: true,
    bind: { search, encoder in
      encoder.text(search.text)
      encoder.int8(search.newest)
      encoder.int8(search.ceiling)
      encoder.int8(search.skip)
      encoder.int8(Int64(search.limit))
    },
    decode: Found.init)
}
