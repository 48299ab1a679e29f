import Domain
import Postgres

/// Pages of products with values of options.
///
/// Many products have a frequent size, so the first ones of a list fill a page. The index finds the
/// products of a rare one. The statistics do not tell which it is: the first products are read, and
/// only if they do not fill the page the index.
extension ProductListStatements {
  /// The most products that are read before the index is asked.
  static var walkedMax: Int { 1_000 }
  private static var wanted: OptionMatches { OptionMatches(from: 11) }

  /// - Parameter isWalk: whether it reads the first products in the order, not those of the index.
  static func ofOptions(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort, isWalk: Bool
  ) -> Statement<FilterBuckets, Listed> {
    let (order, _) = order(sort)
    let ofSource = order.split(separator: " ").map { word in
      word.hasPrefix("desc") ? String(word) : "source.\(word)"
    }
    return Statement(
      """
      select \(columns.shown)
      from (
        select p.*, source.rank, source.place
        from (\(isWalk ? walked(sort) : withTexts(sort))) source
        cross join lateral (
          select \(columns.stored)
          from moa.products
          where id = source.id and deleted_at is null and \(inGroups)
            and \(wanted.isPassed(by: "products"))
          limit 1
        ) p
        order by \(ofSource.joined(separator: " "))
        limit $7
      ) p
      \(columns.vendor)
      order by \(order)
      """,
      effect: .read, isLong: true,
      bind: { buckets, encoder in
        encoder.buckets(buckets)
        encoder.groups(of: buckets)
        encoder.options(buckets.options, inStock: buckets.onlyInStock)
      },
      decode: columns.found)
  }

  /// The first products in the order, with any values.
  private static func walked(_ sort: ProductSort) -> String {
    let (order, start) = order(sort)
    let buckets = (1...4).map { bucket in
      """
      (select id, \(sort == .newest || sort == .arranged ? "0" : "rank") as rank, -id as place
        from moa.products
        where deleted_at is null and bucket = $\(bucket) and \(start)
        order by \(order) limit \(walkedMax))
      """
    }
    return """
      select * from (\(buckets.joined(separator: " union all "))) buckets
      order by \(order) limit \(walkedMax)
      """
  }

  /// All products with the wanted texts.
  private static func withTexts(_ sort: ProductSort) -> String {
    let (order, start) = order(sort)
    return """
      select id, rank, -id as place
      from moa.products
      where deleted_at is null and bucket in ($1, $2, $3, $4) and \(start)
        and \(wanted.hasTexts("products")) and \(inGroups)
      order by \(order)
      offset 0
      """
  }

  private static var inGroups: String {
    """
    ($8::uuid is null or vendor_id = (select id from moa.vendors where identifier = $8))
      and ($10::int8 is null or item_type_id = $10)
      and ($9::int8 is null
        or item_type_id in (select id from moa.item_types where category_id = $9))
    """
  }
}
