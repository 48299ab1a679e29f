import Domain
import Postgres

/// The statements that read pages of the products of one vendor.
///
/// Each merges four shelves, of which some may be none: every shelf is an index in the right order,
/// so that a page reads what it shows and at most four rows more. The limits inside are there for the
/// planner, which must know that little is wanted; nobody asks for more than 101 rows.
enum VendorShelfStatements {
  /// By descending id, as `-id`: the planner would take another index in the order of `id`, and look
  /// through all other shelves.
  static let newest = Statement<Shelves, ProductSummary>(
    """
    with seller as (select id from moa.vendors where identifier = $8)
    select id, card
    from (
      select id, card, place
      from (
        (select id, card, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $1
            and -id > $6 and $5::int8 is not null
          order by place limit 101)
        union all
        (select id, card, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $2
            and -id > $6 and $5::int8 is not null
          order by place limit 101)
        union all
        (select id, card, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $3
            and -id > $6 and $5::int8 is not null
          order by place limit 101)
        union all
        (select id, card, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $4
            and -id > $6 and $5::int8 is not null
          order by place limit 101)
      ) candidates
      order by place
      limit 101
    ) merged
    order by place
    limit $7
    """,
    effect: .read,
    bind: { shelves, encoder in
      encoder.shelves(shelves)
      encoder.uuid(shelves.vendor?.octets)
    },
    decode: ProductRow.summary)

  /// The cheapest first, and of equal prices the newest.
  static let cheapest = Statement<Shelves, ProductSummary>(
    """
    with seller as (select id from moa.vendors where identifier = $8)
    select id, card
    from (
      select id, card, rank, place
      from (
        (select id, card, rank, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $1
            and (rank, -id) > ($5, $6)
          order by rank, place limit 101)
        union all
        (select id, card, rank, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $2
            and (rank, -id) > ($5, $6)
          order by rank, place limit 101)
        union all
        (select id, card, rank, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $3
            and (rank, -id) > ($5, $6)
          order by rank, place limit 101)
        union all
        (select id, card, rank, -id as place from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $4
            and (rank, -id) > ($5, $6)
          order by rank, place limit 101)
      ) candidates
      order by rank, place
      limit 101
    ) merged
    order by rank, place
    limit $7
    """,
    effect: .read,
    bind: { shelves, encoder in
      encoder.shelves(shelves)
      encoder.uuid(shelves.vendor?.octets)
    },
    decode: ProductRow.summary)

  /// The dearest first, and of equal prices the newest.
  static let dearest = Statement<Shelves, ProductSummary>(
    """
    with seller as (select id from moa.vendors where identifier = $8)
    select id, card
    from (
      select id, card, rank
      from (
        (select id, card, rank from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $1
            and (rank, id) < ($5, $6)
          order by rank desc, id desc limit 101)
        union all
        (select id, card, rank from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $2
            and (rank, id) < ($5, $6)
          order by rank desc, id desc limit 101)
        union all
        (select id, card, rank from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $3
            and (rank, id) < ($5, $6)
          order by rank desc, id desc limit 101)
        union all
        (select id, card, rank from moa.products
          where deleted_at is null and vendor_id = (select id from seller) and shelf = $4
            and (rank, id) < ($5, $6)
          order by rank desc, id desc limit 101)
      ) candidates
      order by rank desc, id desc
      limit 101
    ) merged
    order by rank desc, id desc
    limit $7
    """,
    effect: .read,
    bind: { shelves, encoder in
      encoder.shelves(shelves)
      encoder.uuid(shelves.vendor?.octets)
    },
    decode: ProductRow.summary)
}
