import Domain
import Postgres

/// The statements that read pages of products, as much of each as some view draws.
///
/// The limits inside are there for the planner, which must know that little is wanted; nobody asks
/// for more than 101 rows.
struct ProductListStatements<Listed: Sendable>: Sendable {
  struct Newest: Sendable, Hashable {
    /// Only ids below it.
    let id: Int64
    let limit: Int
  }

  /// All of them by descending id.
  let newest: Statement<Newest, Listed>
  /// Of all vendors, and of one, in each order, by how many buckets a filter leaves.
  private let buckets: [ProductSort: [Int: Statement<FilterBuckets, Listed>]]
  private let bucketsOfVendor: [ProductSort: [Int: Statement<FilterBuckets, Listed>]]
  /// Of an event, of a category or an item type, and of those only what one vendor sells.
  private let ofEvent: [ProductSort: Statement<FilterBuckets, Listed>]
  private let ofItemTypes: [ProductSort: Statement<FilterBuckets, Listed>]
  private let ofItemTypesAndVendor: [ProductSort: Statement<FilterBuckets, Listed>]

  init(_ columns: ProductColumns<Listed>) {
    newest = Self.newest(columns)
    buckets = Self.inEachOrder { Self.buckets(columns, $0, ofVendor: false) }
    bucketsOfVendor = Self.inEachOrder { Self.buckets(columns, $0, ofVendor: true) }
    ofEvent = Self.inEachOrder { Self.ofEvent(columns, $0) }
    ofItemTypes = Self.inEachOrder { Self.ofItemTypes(columns, $0) }
    ofItemTypesAndVendor = Self.inEachOrder { Self.ofItemTypesAndVendor(columns, $0) }
  }

  func statement(for query: ProductQuery) -> Statement<FilterBuckets, Listed>? {
    if query.event != nil { return ofEvent[query.sort] }
    if query.category != nil || query.itemType != nil {
      return query.vendor == nil ? ofItemTypes[query.sort] : ofItemTypesAndVendor[query.sort]
    }
    let inOrder = query.vendor == nil ? buckets[query.sort] : bucketsOfVendor[query.sort]
    return inOrder?[FilterBuckets.count(of: query)]
  }

  private static func inEachOrder<Made>(
    _ statement: (ProductSort) -> Made
  ) -> [ProductSort: Made] {
    Dictionary(uniqueKeysWithValues: ProductSort.allCases.map { ($0, statement($0)) })
  }

  private static func newest(_ columns: ProductColumns<Listed>) -> Statement<Newest, Listed> {
    Statement(
      """
      select \(columns.shown)
      from (
        select \(columns.stored)
        from moa.products
        where deleted_at is null and id < $1
        order by id desc
        limit 101
      ) p
      \(columns.vendor)
      order by p.id desc
      limit $2
      """,
      effect: .read,
      bind: { newest, encoder in
        encoder.int8(newest.id)
        encoder.int8(Int64(newest.limit))
      },
      decode: columns.found)
  }

  /// One for each number of buckets that a filter may leave: PostgreSQL gets ready for each anew
  /// whenever it runs the statement, which takes longer than reading a short page.
  private static func buckets(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort, ofVendor: Bool
  ) -> [Int: Statement<FilterBuckets, Listed>] {
    Dictionary(
      uniqueKeysWithValues: [1, 2, 4].map { count in
        (count, buckets(columns, sort, ofVendor: ofVendor, count: count))
      })
  }

  /// Merges the first `count` buckets: every bucket is an index in the right order, so that a page
  /// reads what it shows and at most a row more of each.
  private static func buckets(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort, ofVendor: Bool, count: Int
  ) -> Statement<FilterBuckets, Listed> {
    let (order, start) = order(sort)
    let vendor =
      ofVendor ? "and vendor_id = (select id from moa.vendors where identifier = $8)" : ""
    // Parameters have their places, also those that nothing is asked for by.
    let others = (count..<4).map { "and $\($0 + 1)::int2 is not null" }.joined(separator: " ")
    let candidates = (1...count).map { bucket in
      """
      (select \(columns.stored), rank, -id as place
        from moa.products
        where deleted_at is null \(vendor) and bucket = $\(bucket) and \(start) \(others)
        order by \(order) limit 101)
      """
    }
    return Statement(
      """
      select \(columns.shown)
      from (
        select *
        from (\(candidates.joined(separator: " union all "))) candidates
        order by \(order)
        limit $7
      ) p
      \(columns.vendor)
      order by \(order)
      """,
      effect: .read,
      bind: { buckets, encoder in
        encoder.buckets(buckets)
        if ofVendor { encoder.uuid(buckets.vendor?.bytes) }
      },
      decode: columns.found)
  }

  /// How rows follow each other, of equal prices the newest first; and what stands behind a
  /// position.
  ///
  /// The newest are ordered by `-id`: the planner would take another index in the order of `id`,
  /// and look through all other buckets.
  static func order(_ sort: ProductSort) -> (order: String, start: String) {
    switch sort {
    case .newest: ("place", "-id > $6 and $5::int8 is not null")
    case .priceAscending: ("rank, place", "(rank, -id) > ($5, $6)")
    case .priceDescending: ("rank desc, id desc", "(rank, id) < ($5, $6)")
    }
  }
}

extension ProductListStatements<TileProduct> {
  static let tiles = ProductListStatements(.tile)
}

extension ProductListStatements<CellProduct> {
  static let cells = ProductListStatements(.cell)
}

extension ProductColumns {
  /// Reads a row that has a product.
  @Sendable func found(_ row: inout RowDecoder) throws(PostgresError) -> Listed {
    guard let product = try read(&row) else { throw row.mismatch("a row without a product") }
    return product
  }
}
