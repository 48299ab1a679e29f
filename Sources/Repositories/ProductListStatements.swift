import Domain
import Postgres

/// The statements that read pages of products, with the columns that a view needs.
///
/// The inner limits tell the planner that few rows are wanted; no page asks for more than 101.
struct ProductListStatements<Listed: ListedProduct>: Sendable {
  struct Newest: Sendable, Hashable {
    /// Reads only smaller ids.
    let id: Int64
    let limit: Int
  }

  /// All products by descending id.
  let newest: Statement<Newest, Listed>
  /// Products of all vendors, and of one; by order, and by the number of buckets that a filter
  /// selects.
  private let buckets: [ProductSort: [Int: Statement<FilterBuckets, Listed>]]
  private let bucketsOfVendor: [ProductSort: [Int: Statement<FilterBuckets, Listed>]]
  /// Products of an event; of a category or an item type; and of these only those of one vendor.
  private let ofEvent: [ProductSort: Statement<FilterBuckets, Listed>]
  private let ofItemTypes: [ProductSort: Statement<FilterBuckets, Listed>]
  private let ofItemTypesAndVendor: [ProductSort: Statement<FilterBuckets, Listed>]
  /// Products with values of options: the first ones of all, and all.
  let walkedOfOptions: [ProductSort: Statement<FilterBuckets, Listed>]
  let allOfOptions: [ProductSort: Statement<FilterBuckets, Listed>]

  init(_ columns: ProductColumns<Listed>) {
    newest = Self.newest(columns)
    buckets = Self.inEachOrder { Self.buckets(columns, $0, ofVendor: false) }
    bucketsOfVendor = Self.inEachOrder { Self.buckets(columns, $0, ofVendor: true) }
    ofEvent = Self.inEachOrder { Self.ofEvent(columns, $0) }
    ofItemTypes = Self.inEachOrder { Self.ofItemTypes(columns, $0) }
    ofItemTypesAndVendor = Self.inEachOrder { Self.ofItemTypesAndVendor(columns, $0) }
    walkedOfOptions = Self.inEachOrder { Self.ofOptions(columns, $0, isWalk: true) }
    allOfOptions = Self.inEachOrder { Self.ofOptions(columns, $0, isWalk: false) }
  }

  func statement(for query: ProductQuery) -> Statement<FilterBuckets, Listed>? {
    if query.event != nil { return ofEvent[query.sort] }
    if query.category != nil || query.itemType != nil {
      return query.vendor == nil ? ofItemTypes[query.sort] : ofItemTypesAndVendor[query.sort]
    }
    let inOrder = query.vendor == nil ? buckets[query.sort] : bucketsOfVendor[query.sort]
    return inOrder?[FilterBuckets.count(of: query)]
  }

  /// Of sold out products: two buckets.
  func soldOut(for query: ProductQuery) -> Statement<FilterBuckets, Listed>? {
    (query.vendor == nil ? buckets : bucketsOfVendor)[query.sort]?[2]
  }

  fileprivate static func inEachOrder<Made>(
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

  /// One statement for each number of buckets that a filter may select: PostgreSQL prepares each
  /// bucket at every run, which takes longer than reading a short page.
  private static func buckets(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort, ofVendor: Bool
  ) -> [Int: Statement<FilterBuckets, Listed>] {
    Dictionary(
      uniqueKeysWithValues: [1, 2, 4].map { count in
        (count, buckets(columns, sort, ofVendor: ofVendor, count: count))
      })
  }

  /// Merges the first `count` buckets. Each bucket has an index in the right order, so a page reads
  /// what it shows, and at most one row more of each bucket.
  private static func buckets(
    _ columns: ProductColumns<Listed>, _ sort: ProductSort, ofVendor: Bool, count: Int
  ) -> Statement<FilterBuckets, Listed> {
    let (order, start) = order(sort)
    let vendor =
      ofVendor ? "and vendor_id = (select id from moa.vendors where identifier = $8)" : ""
    // The numbers of parameters are fixed, so unused ones must be mentioned too.
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

  /// The order of rows, the newest first among equal prices; and the condition for rows after a
  /// position.
  ///
  /// The newest are ordered by `-id`: for `id` the planner would take another index, and read all
  /// other buckets too.
  static func order(_ sort: ProductSort) -> (order: String, start: String) {
    switch sort {
    case .newest, .arranged: ("place", "-id > $6 and $5::int8 is not null")
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
  /// Of the products that the parameters name.
  static let chosen = inEachOrder { ofEvent(.cell, $0, isChosen: true) }
}

extension ProductColumns {
  /// Reads a row that must have a product.
  @Sendable func found(_ row: inout RowDecoder) throws(PostgresError) -> Listed {
    guard let product = try read(&row) else { throw row.mismatch("a row without a product") }
    return product
  }

  /// Reads a row of an arranged list, which has the place after the product.
  @Sendable func placed(_ row: inout RowDecoder) throws(PostgresError) -> Listed
  where Listed: ListedProduct {
    var product = try found(&row)
    product.place = try row.int8()
    return product
  }
}
