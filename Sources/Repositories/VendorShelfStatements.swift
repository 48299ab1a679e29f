import Domain
import Postgres

/// The statements that read pages of the products of one vendor.
///
/// Each merges four shelves, of which some may be none: every shelf is an index in the right order,
/// so that a page reads what it shows and at most four rows more. The limits inside are there for the
/// planner, which must know that little is wanted; nobody asks for more than 101 rows.
enum VendorShelfStatements {
  /// By descending id.
  static let newest = Statement<Shelves, ProductRow>(
    """
    with seller as (select id from moa.vendors where identifier = $8)
    select p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version
    from (
      select id, rank
      from (
        select id, rank
        from (
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $1
              and id < $6 and $5::int8 is not null
            order by id desc limit 101)
          union all
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $2
              and id < $6 and $5::int8 is not null
            order by id desc limit 101)
          union all
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $3
              and id < $6 and $5::int8 is not null
            order by id desc limit 101)
          union all
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $4
              and id < $6 and $5::int8 is not null
            order by id desc limit 101)
        ) candidates
        order by id desc
        limit 101
      ) merged
      limit (select $7)
    ) page
    join moa.products p on p.id = page.id
    join moa.vendors v on v.id = p.vendor_id
    order by page.id desc
    """,
    bind: { shelves, encoder in
      encoder.shelves(shelves)
      encoder.uuid(shelves.vendor?.octets)
    },
    decode: ProductRow.init)

  /// The cheapest first, and of equal prices the newest.
  static let cheapest = Statement<Shelves, ProductRow>(
    """
    with seller as (select id from moa.vendors where identifier = $8)
    select p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version
    from (
      select id, rank, place
      from (
        select id, rank, place
        from (
          (select id, rank, -id as place from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $1
              and (rank, -id) > ($5, $6)
            order by rank, place limit 101)
          union all
          (select id, rank, -id as place from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $2
              and (rank, -id) > ($5, $6)
            order by rank, place limit 101)
          union all
          (select id, rank, -id as place from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $3
              and (rank, -id) > ($5, $6)
            order by rank, place limit 101)
          union all
          (select id, rank, -id as place from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $4
              and (rank, -id) > ($5, $6)
            order by rank, place limit 101)
        ) candidates
        order by rank, place
        limit 101
      ) merged
      limit (select $7)
    ) page
    join moa.products p on p.id = page.id
    join moa.vendors v on v.id = p.vendor_id
    order by page.rank, page.place
    """,
    bind: { shelves, encoder in
      encoder.shelves(shelves)
      encoder.uuid(shelves.vendor?.octets)
    },
    decode: ProductRow.init)

  /// The dearest first, and of equal prices the newest.
  static let dearest = Statement<Shelves, ProductRow>(
    """
    with seller as (select id from moa.vendors where identifier = $8)
    select p.id, p.code, p.vendor_id, v.identifier, v.name, v.created_at, p.name, p.description,
      p.currency, p.amount, p.discount, p.stock, p.brand, p.maker, p.mall, p.link, p.type,
      p.category_path, p.tags, p.delivery_is_free, p.delivery_free_limit, p.delivery_fee,
      p.delivery_by_area, p.delivery_areas, p.cover, p.review_count, p.review_average,
      p.created_at, p.updated_at, p.version
    from (
      select id, rank
      from (
        select id, rank
        from (
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $1
              and (rank, id) < ($5, $6)
            order by rank desc, id desc limit 101)
          union all
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $2
              and (rank, id) < ($5, $6)
            order by rank desc, id desc limit 101)
          union all
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $3
              and (rank, id) < ($5, $6)
            order by rank desc, id desc limit 101)
          union all
          (select id, rank from moa.products
            where deleted_at is null and vendor_id = (select id from seller) and shelf = $4
              and (rank, id) < ($5, $6)
            order by rank desc, id desc limit 101)
        ) candidates
        order by rank desc, id desc
        limit 101
      ) merged
      limit (select $7)
    ) page
    join moa.products p on p.id = page.id
    join moa.vendors v on v.id = p.vendor_id
    order by page.rank desc, page.id desc
    """,
    bind: { shelves, encoder in
      encoder.shelves(shelves)
      encoder.uuid(shelves.vendor?.octets)
    },
    decode: ProductRow.init)
}
