import Domain
import Postgres

/// The statements that read a stretch of a counted list, and how many products the list holds.
///
/// Each row has the total beside its product; behind the end of the list a row without a product
/// has it. No order is asked for, because PostgreSQL would sort them: who reads them must look.
struct NumberedPageStatements: Sendable {
  /// Begins with the newest product up to an id, or `skip` products behind it.
  struct PageRange: Sendable {
    let ceiling: Int64
    let skip: Int64
    let limit: Int
  }

  /// Begins with the newest product up to an id.
  let range: Statement<PageRange, CountedProduct>
  /// Begins `skip` products behind the newest one.
  let randomAccess: Statement<PageRange, CountedProduct>
  /// Begins `skip` products behind the newest one up to an id.
  let anchoredRandomAccess: Statement<PageRange, CountedProduct>

  static let all = NumberedPageStatements(list: 0, condition: "")
  /// Of those in won.
  static let won = NumberedPageStatements(list: 1, condition: "and currency = 'KRW'")

  /// - Parameters:
  ///   - list: its number in `moa.product_counts`.
  ///   - condition: on the rows of `moa.products`.
  private init(list: Int, condition: String) {
    range = Self.statement(list, condition, begin: "select $2::int8 as ceiling, $1::int8 as skip")
    randomAccess = Self.statement(
      list, condition,
      begin: """
        select ceiling, skip
        from moa.product_leap(\(list)::smallint, counts.held - 1 - $1)
        where $2::int8 is not null
        """)
    anchoredRandomAccess = Self.statement(
      list, condition,
      begin: """
        select leap.ceiling, leap.skip
        from moa.products_upto(\(list)::smallint, $2) as upto
        cross join lateral moa.product_leap(\(list)::smallint, upto.counted - 1 - $1) as leap
        """)
  }

  /// The counts tell up to which id to read, and how many products of that id's leaf of 32 are to
  /// be skipped: none where the leaf is full.
  ///
  /// - Parameter begin: the id to begin at, and how many to skip.
  private static func statement(
    _ list: Int, _ condition: String, begin: String
  ) -> Statement<PageRange, CountedProduct> {
    let columns = ProductColumns.summary
    return Statement(
      """
      select counts.held, \(columns.shown)
      from moa.product_counts as counts
      left join lateral (\(begin)) as leap on true
      left join lateral (
        select *
        from (
          select \(columns.stored)
          from moa.products
          where deleted_at is null \(condition) and id <= leap.ceiling
          order by id desc
          limit 132
        ) newest
        offset leap.skip
        limit $3
      ) p on true
      \(columns.vendor)
      where counts.list = \(list) and counts.level = 5 and counts.block = 0
      """,
      effect: .read,
      bind: { range, encoder in
        encoder.int8(range.skip)
        encoder.int8(range.ceiling)
        encoder.int8(Int64(range.limit))
      },
      decode: CountedProduct.init)
  }
}

/// A row of a counted list: how many products the list holds, and one of them.
struct CountedProduct: Sendable {
  let total: Int64
  let product: ProductSummary?

  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    total = try row.int8()
    product = try ProductColumns.summary.read(&row)
  }
}
