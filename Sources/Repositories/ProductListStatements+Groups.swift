import Domain
import Postgres

/// Pages of the products of an event, a category or an item type.
extension ProductListStatements {
  /// Reads all products of the event while it is live, at most a thousand, and sorts those that
  /// pass the filter: so no index is needed for each order of each event.
  ///
  /// - Parameter isChosen: whether it reads the products that the parameters name instead, from the
  ///   first one on.
  static func ofEvent(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort, isChosen: Bool = false
  ) -> Statement<FilterBuckets, Listed> {
    let isArranged = sort == .arranged
    let (order, start) = isArranged ? isChosen ? fromFirst : arranged : order(sort)
    let (list, isListed) =
      isChosen
      ? ("unnest($11::int8[]) with ordinality as c (product_id, position)", "true")
      : ("\(EventProductStatements.live) c", "c.event_category_id = $11")
    let options = OptionMatches(from: 12)
    return Statement(
      """
      select \(columns.shown)\(isArranged ? ", place" : "")
      from (
        select p.*
        from \(list)
        cross join lateral (
          select \(columns.stored), rank, \(isArranged ? "c.position::int8" : "-id") as place
          from moa.products
          where id = c.product_id and deleted_at is null and bucket in ($1, $2, $3, $4)
            and \(start)
            and ($8::uuid is null
              or vendor_id = (select id from moa.vendors where identifier = $8))
            and ($10::int8 is null or item_type_id = $10)
            and ($9::int8 is null
              or item_type_id in (select id from moa.item_types where category_id = $9))
            and (\(options.names) is null or \(options.isPassed(by: "products")))
          offset 0
        ) p
        where \(isListed)
        order by \(order)
        limit $7
      ) p
      \(columns.vendor)
      order by \(order)
      """,
      effect: .read,
      bind: { buckets, encoder in
        encoder.buckets(buckets)
        encoder.groups(of: buckets)
        if isChosen { encoder.int8Array(buckets.chosen) } else { encoder.int8(buckets.event) }
        encoder.options(buckets.options, inStock: buckets.onlyInStock)
      },
      decode: isArranged ? columns.placed : columns.found)
  }

  /// After the product where the last page ended, wherever that is now; if it was taken out of the
  /// event, from its position on, which the next product has now.
  private static var arranged: (order: String, start: String) {
    (
      "place",
      """
      c.position >= coalesce((
        select position + 1 from moa.event_category_products
        where event_category_id = $11 and product_id = $6), $5)
      """
    )
  }

  private static var fromFirst: (order: String, start: String) {
    ("place", "c.position >= $5 and $6::int8 is not null")
  }

  /// Finds the positions of a page in the indexes, up to `limit` for each item type and bucket, and
  /// reads the shown columns for only these.
  static func ofItemTypes(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort
  ) -> Statement<FilterBuckets, Listed> {
    let (order, start) = order(sort)
    let candidates = (1...4).map { bucket in
      """
      (select * from (
        select id, \(sort == .newest ? "0" : "rank") as rank, -id as place
        from moa.products
        where deleted_at is null and item_type_id = wanted.item_type and bucket = $\(bucket)
          and \(start)
        order by \(order) limit 101
      ) candidates limit $7)
      """
    }
    return Statement(
      """
      select \(columns.shown)
      from (
        select p.*
        from (
          select found.id as found_id
          from (
            select id as item_type
            from moa.item_types
            where $8::uuid is null and \(itemTypeMatches)
          ) wanted
          cross join lateral (\(candidates.joined(separator: " union all "))) found
          order by \(order)
          limit $7
        ) places
        cross join lateral (
          select \(columns.stored), rank, -id as place
          from moa.products
          where id = found_id
          limit 1
        ) p
      ) p
      \(columns.vendor)
      order by \(order)
      """,
      effect: .read,
      bind: { buckets, encoder in
        encoder.buckets(buckets)
        encoder.groups(of: buckets)
      },
      decode: columns.found)
  }

  /// Reads all products of the vendor in the item types, and sorts them: at most as many rows as
  /// the vendor or the item types have. No index has every order for this. Other statements do not
  /// wait for it.
  static func ofItemTypesAndVendor(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort
  ) -> Statement<FilterBuckets, Listed> {
    let (order, start) = order(sort)
    return Statement(
      """
      select \(columns.shown)
      from (
        select \(columns.stored), rank, -id as place
        from moa.products
        where deleted_at is null and bucket in ($1, $2, $3, $4) and \(start)
          and vendor_id = (select id from moa.vendors where identifier = $8)
          and item_type_id = any (array(
            select id from moa.item_types where \(itemTypeMatches)))
        order by \(order)
        limit $7
      ) p
      \(columns.vendor)
      order by \(order)
      """,
      effect: .read, isLong: true,
      bind: { buckets, encoder in
        encoder.buckets(buckets)
        encoder.groups(of: buckets)
      },
      decode: columns.found)
  }

  /// The condition on a row of `moa.item_types`.
  private static var itemTypeMatches: String {
    "($9::int8 is null or category_id = $9) and ($10::int8 is null or id = $10)"
  }
}
