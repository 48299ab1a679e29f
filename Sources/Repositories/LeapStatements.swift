import Domain
import Postgres

/// The statements that read a stretch of a list somewhere in it, with rows as `WindowStatements`.
///
/// The counts tell in which leaf of 32 ids it begins, and how many products of that leaf are newer:
/// so many are read in vain, which is cheaper than finding the id first.
enum LeapStatements {
  /// Begins `skip` products behind the newest one.
  struct Leap: Sendable {
    let skip: Int64
    let limit: Int
  }

  /// Begins `skip` products behind the newest one up to an id.
  struct AnchoredLeap: Sendable {
    let ceiling: Int64
    let skip: Int64
    let limit: Int
  }

  /// In all products.
  static let inAll = Statement<Leap, CountedProduct>(
    """
    with place as materialized (
      select counts.held, found.place
      from (
        select held from moa.product_counts where list = 0 and level = 5 and block = 0
      ) counts
      left join moa.product_place(0::smallint, counts.held - 1 - $1) as found on true
    )
    select held, id, card
    from (
      select held, 9223372036854775807 as id, null::bytea as card from place
      union all (
        select null, id, card
        from (
          select id, card from moa.products
          where deleted_at is null and id <= (select place | 31 from place)
          order by id desc
          limit 132
        ) found
        order by id desc
        offset (select place & 31 from place)
        limit $2)
    ) stretch
    order by id desc
    """,
    effect: .read,
    bind: { leap, encoder in
      encoder.int8(leap.skip)
      encoder.int8(Int64(leap.limit))
    },
    decode: ProductRow.counted)

  /// In those in won.
  static let inWon = Statement<Leap, CountedProduct>(
    """
    with place as materialized (
      select counts.held, found.place
      from (
        select held from moa.product_counts where list = 1 and level = 5 and block = 0
      ) counts
      left join moa.product_place(1::smallint, counts.held - 1 - $1) as found on true
    )
    select held, id, card
    from (
      select held, 9223372036854775807 as id, null::bytea as card from place
      union all (
        select null, id, card
        from (
          select id, card from moa.products
          where deleted_at is null and currency = 'KRW' and id <= (select place | 31 from place)
          order by id desc
          limit 132
        ) found
        order by id desc
        offset (select place & 31 from place)
        limit $2)
    ) stretch
    order by id desc
    """,
    effect: .read,
    bind: { leap, encoder in
      encoder.int8(leap.skip)
      encoder.int8(Int64(leap.limit))
    },
    decode: ProductRow.counted)

  /// In all products up to an id.
  static let inAllAnchored = Statement<AnchoredLeap, CountedProduct>(
    """
    with place as materialized (
      select counts.held, found.place
      from (
        select held from moa.product_counts where list = 0 and level = 5 and block = 0
      ) counts
      cross join moa.products_upto(0::smallint, $3) as upto
      left join moa.product_place(0::smallint, upto.counted - 1 - $1) as found on true
    )
    select held, id, card
    from (
      select held, 9223372036854775807 as id, null::bytea as card from place
      union all (
        select null, id, card
        from (
          select id, card from moa.products
          where deleted_at is null and id <= (select place | 31 from place)
          order by id desc
          limit 132
        ) found
        order by id desc
        offset (select place & 31 from place)
        limit $2)
    ) stretch
    order by id desc
    """,
    effect: .read,
    bind: { leap, encoder in
      encoder.int8(leap.skip)
      encoder.int8(Int64(leap.limit))
      encoder.int8(leap.ceiling)
    },
    decode: ProductRow.counted)

  /// In those in won up to an id.
  static let inWonAnchored = Statement<AnchoredLeap, CountedProduct>(
    """
    with place as materialized (
      select counts.held, found.place
      from (
        select held from moa.product_counts where list = 1 and level = 5 and block = 0
      ) counts
      cross join moa.products_upto(1::smallint, $3) as upto
      left join moa.product_place(1::smallint, upto.counted - 1 - $1) as found on true
    )
    select held, id, card
    from (
      select held, 9223372036854775807 as id, null::bytea as card from place
      union all (
        select null, id, card
        from (
          select id, card from moa.products
          where deleted_at is null and currency = 'KRW' and id <= (select place | 31 from place)
          order by id desc
          limit 132
        ) found
        order by id desc
        offset (select place & 31 from place)
        limit $2)
    ) stretch
    order by id desc
    """,
    effect: .read,
    bind: { leap, encoder in
      encoder.int8(leap.skip)
      encoder.int8(Int64(leap.limit))
      encoder.int8(leap.ceiling)
    },
    decode: ProductRow.counted)
}
