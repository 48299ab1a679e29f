import Domain
import Postgres

/// The statements that find products by words.
///
/// A statement has one plan, whatever its parameters: where it looks is its text, and the inner
/// `offset` and `limit` keep the planner from looking elsewhere. ``SearchPlanning`` chooses.
enum SearchStatements {
  /// Titles that begin with the query, which are ranked beside the newest matches.
  static let beginningsMax = 200

  /// What tells the pages of searches apart.
  struct Shape: Sendable, Hashable {
    let sort: SearchSort
    let access: SearchPlan.Access
    let isFiltered: Bool
    /// Whether others should not wait for it.
    let isLong: Bool
  }

  static func page(_ shape: Shape) -> Statement<SearchCall, FoundProduct>? { pages[shape] }

  private static let pages: [Shape: Statement<SearchCall, FoundProduct>] = {
    var pages: [Shape: Statement<SearchCall, FoundProduct>] = [:]
    for sort in SearchSort.allCases {
      for access in SearchPlan.Access.allCases {
        for (isFiltered, isLong) in [(false, false), (false, true), (true, false), (true, true)] {
          let shape = Shape(sort: sort, access: access, isFiltered: isFiltered, isLong: isLong)
          pages[shape] = page(of: shape)
        }
      }
    }
    return pages
  }()

  private static func page(of shape: Shape) -> Statement<SearchCall, FoundProduct> {
    var text = SearchText()
    let order = SearchOrder(shape.sort, &text)
    let matches = SearchMatches(shape, order, &text).sql
    let skip = text.number { Int64($0.search.skip) }
    let limit = text.number { Int64($0.search.limit) }
    let columns = ProductColumns<ProductSummary>.summary
    let bindings = text.bindings
    return Statement(
      """
      select \(columns.shown), p.maker, p.mall, p.link, p.category_path, found.rank::int8
      from (
        select id, rank, place
        from (\(matches)) matches
        where \(order.start())
        order by \(order.sql)
        offset \(skip) limit \(limit)
      ) found
      cross join lateral (
        select \(columns.stored), maker, mall, link, category_path
        from moa.products
        where id = found.id and deleted_at is null
        limit 1
      ) p
      \(columns.vendor)
      order by \(order.sql(of: "found"))
      """,
      effect: .read, isLong: shape.isLong,
      bind: { call, encoder in for bind in bindings { bind(call, &encoder) } },
      decode: found)
  }

  @Sendable private static func found(
    _ row: inout RowDecoder
  ) throws(PostgresError) -> FoundProduct {
    let product = try ProductColumns.summary.found(&row)
    let (maker, mall) = (try row.title(), try row.title())
    let link: ImageReference? =
      if let link = try row.optionalText() {
        try row.checked(link, ImageReference.init(stored:))
      } else { nil }
    var path: [Title] = []
    for step in try row.textArray() { path.append(try row.checked(step, Title.init(stored:))) }
    return FoundProduct(
      product: product, maker: maker, mall: mall, link: link, categoryPath: path,
      position: ProductPosition(rank: try row.int8(), id: product.id))
  }

  // MARK: Counting

  /// How many were looked at, and how many of those match.
  struct Count: Sendable {
    let looked: Int64
    let matching: Int64

    @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
      looked = try row.int8()
      matching = try row.int8()
    }
  }

  static func count(_ access: SearchPlan.Access) -> Statement<SearchCall, Count>? {
    counts[access]
  }

  private static let counts: [SearchPlan.Access: Statement<SearchCall, Count>] =
    Dictionary(
      uniqueKeysWithValues: SearchPlan.Access.allCases.map { access in
        var text = SearchText()
        let shape = Shape(sort: .newest, access: access, isFiltered: true, isLong: true)
        let source = SearchMatches.source(shape, &text)
        let matching = SearchMatches.condition(&text)
        let wanted = SearchMatches.filter(&text)
        let bindings = text.bindings
        let statement = Statement<SearchCall, Count>(
          """
          select count(*), count(*) filter (where \(matching)
            and exists (
              select from moa.products p
              where p.id = s.id and p.deleted_at is null and \(wanted) offset 0))
          from (\(source)) s
          """,
          effect: .read, isLong: access != .walk,
          bind: { call, encoder in for bind in bindings { bind(call, &encoder) } },
          decode: Count.init)
        return (access, statement)
      })
}

/// How what is found is put in order.
struct SearchOrder {
  let sort: SearchSort
  private let startRank, startID: String

  init(_ sort: SearchSort, _ text: inout SearchText) {
    self.sort = sort
    startID = text.number { $0.start.id }
    startRank = sort == .newest ? "" : text.number { $0.start.rank }
  }

  /// What lies after the position that the search goes on from.
  func start(rank: String = "rank", id: String = "id", place: String = "place") -> String {
    switch sort {
    case .newest: "\(id) < \(startID)"
    case .relevance, .priceAscending: "(\(rank), \(place)) > (\(startRank), -\(startID))"
    case .priceDescending, .reviews: "(\(rank), \(id)) < (\(startRank), \(startID))"
    }
  }

  var sql: String { sql(of: "matches") }

  func sql(of table: String) -> String {
    switch sort {
    case .newest: "\(table).id desc"
    case .relevance, .priceAscending: "\(table).rank, \(table).place"
    case .priceDescending, .reviews: "\(table).rank desc, \(table).id desc"
    }
  }
}
