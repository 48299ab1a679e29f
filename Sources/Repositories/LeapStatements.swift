import Domain
import Postgres

/// The statements that read a stretch of a list somewhere in it.
///
/// The counts tell up to which id to read, and how many products of that id's leaf of 32 are to be
/// skipped: none where the leaf is full. Each row has the total beside its product; behind the end of
/// the list a row without a product has it. They come in the order of the index that they are read
/// from, but no order is asked for, because PostgreSQL would sort them: who reads them must look.
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
    select counts.held, found.id, found.card
    from moa.product_counts as counts
    left join moa.product_leap(0::smallint, counts.held - 1 - $1) as leap on true
    left join lateral (
      select id, card
      from (
        select id, card from moa.products
        where deleted_at is null and id <= leap.ceiling
        order by id desc
        limit 132
      ) newest
      offset leap.skip
      limit $2
    ) found on true
    where counts.list = 0 and counts.level = 5 and counts.block = 0
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
    select counts.held, found.id, found.card
    from moa.product_counts as counts
    left join moa.product_leap(1::smallint, counts.held - 1 - $1) as leap on true
    left join lateral (
      select id, card
      from (
        select id, card from moa.products
        where deleted_at is null and currency = 'KRW' and id <= leap.ceiling
        order by id desc
        limit 132
      ) newest
      offset leap.skip
      limit $2
    ) found on true
    where counts.list = 1 and counts.level = 5 and counts.block = 0
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
    select counts.held, found.id, found.card
    from moa.product_counts as counts
    cross join moa.products_upto(0::smallint, $3) as upto
    left join moa.product_leap(0::smallint, upto.counted - 1 - $1) as leap on true
    left join lateral (
      select id, card
      from (
        select id, card from moa.products
        where deleted_at is null and id <= leap.ceiling
        order by id desc
        limit 132
      ) newest
      offset leap.skip
      limit $2
    ) found on true
    where counts.list = 0 and counts.level = 5 and counts.block = 0
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
    select counts.held, found.id, found.card
    from moa.product_counts as counts
    cross join moa.products_upto(1::smallint, $3) as upto
    left join moa.product_leap(1::smallint, upto.counted - 1 - $1) as leap on true
    left join lateral (
      select id, card
      from (
        select id, card from moa.products
        where deleted_at is null and currency = 'KRW' and id <= leap.ceiling
        order by id desc
        limit 132
      ) newest
      offset leap.skip
      limit $2
    ) found on true
    where counts.list = 1 and counts.level = 5 and counts.block = 0
    """,
    effect: .read,
    bind: { leap, encoder in
      encoder.int8(leap.skip)
      encoder.int8(Int64(leap.limit))
      encoder.int8(leap.ceiling)
    },
    decode: ProductRow.counted)
}
