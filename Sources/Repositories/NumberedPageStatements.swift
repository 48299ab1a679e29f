import Domain
import Postgres

/// The statements that read some products of a counted list, newest first, and its total.
///
/// Each row has the total beside its product. Past the end of the list there is one row without a
/// product. The rows are unordered, because PostgreSQL would sort them.
enum NumberedPageStatements {
  struct PageRange: Sendable {
    let start: ListAnchor.Start
    /// At most 101.
    let limit: Int
  }

  static func statement(
    _ list: CountedList, _ start: ListAnchor.Start
  ) -> Statement<PageRange, CountedProduct> {
    switch (list, start.skip > longSkip) {
    case (.wonAndDollars, false): wonAndDollars
    case (.won, false): won
    case (.wonAndDollars, true): deepInBoth
    case (.won, true): deepInWon
    }
  }

  static let wonAndDollars = make(list: 0, condition: inWonOrDollars)
  static let won = make(list: 1, condition: inWon)
  /// Skipping a million ids takes tens of milliseconds: other reads must not wait for that.
  private static let deepInBoth = make(list: 0, condition: inWonOrDollars, isLong: true)
  private static let deepInWon = make(list: 1, condition: inWon, isLong: true)
  private static let longSkip: Int64 = 10_000
  private static let inWonOrDollars = "and currency in ('KRW', 'USD')"
  private static let inWon = "and currency = 'KRW'"

  /// Skips ids in an index, and reads rows from the id that it reaches. The inner limit tells the
  /// planner that few rows are wanted.
  ///
  /// - Parameters:
  ///   - list: the list's number in `moa.product_counts`.
  ///   - condition: on the rows of `moa.products`.
  private static func make(
    list: Int, condition: String, isLong: Bool = false
  ) -> Statement<PageRange, CountedProduct> {
    let columns = ProductColumns.summary
    return Statement(
      """
      select counts.held, \(columns.shown)
      from moa.product_counts as counts
      left join lateral (
        select *
        from (
          select \(columns.stored)
          from moa.products
          where deleted_at is null \(condition) and id <= (
            select id
            from moa.products
            where deleted_at is null \(condition) and id <= $1
            order by id desc
            offset $2
            limit 1)
          order by id desc
          limit 101
        ) newest
        limit $3
      ) p on true
      \(columns.vendor)
      where counts.list = \(list)
      """,
      effect: .read, isLong: isLong,
      bind: { range, encoder in
        encoder.int8(range.start.ceiling)
        encoder.int8(range.start.skip)
        encoder.int8(Int64(range.limit))
      },
      decode: CountedProduct.init)
  }
}

/// The total of a counted list, and one of its products.
struct CountedProduct: Sendable {
  let total: Int64
  let product: ProductSummary?

  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    total = try row.int8()
    product = try ProductColumns.summary.read(&row)
  }
}
