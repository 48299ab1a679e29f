import Domain
import Postgres

/// The statements that read a stretch of a list, and how many products the list holds.
///
/// The first row is the total, under an id that stands before all others; a stretch behind the end
/// is that row alone. So the rows come in order from an index, and nothing is sorted. The limit
/// inside is there for the planner, which must know that little is wanted.
enum WindowStatements {
  /// Begins with the newest product up to an id.
  struct Stretch: Sendable {
    let ceiling: Int64
    let limit: Int
  }

  /// Of all products.
  static let ofAll = Statement<Stretch, CountedProduct>(
    """
    select held, id, card
    from (
      select held, 9223372036854775807 as id, null::bytea as card
      from moa.product_counts
      where list = 0 and level = 5 and block = 0
      union all (
        select null, id, card
        from (
          select id, card from moa.products
          where deleted_at is null and id <= $1
          order by id desc
          limit 101
        ) found
        order by id desc
        limit $2)
    ) stretch
    order by id desc
    """,
    bind: { stretch, encoder in
      encoder.int8(stretch.ceiling)
      encoder.int8(Int64(stretch.limit))
    },
    decode: ProductRow.counted)

  /// Of those in won.
  static let ofWon = Statement<Stretch, CountedProduct>(
    """
    select held, id, card
    from (
      select held, 9223372036854775807 as id, null::bytea as card
      from moa.product_counts
      where list = 1 and level = 5 and block = 0
      union all (
        select null, id, card
        from (
          select id, card from moa.products
          where deleted_at is null and currency = 'KRW' and id <= $1
          order by id desc
          limit 101
        ) found
        order by id desc
        limit $2)
    ) stretch
    order by id desc
    """,
    bind: { stretch, encoder in
      encoder.int8(stretch.ceiling)
      encoder.int8(Int64(stretch.limit))
    },
    decode: ProductRow.counted)
}
