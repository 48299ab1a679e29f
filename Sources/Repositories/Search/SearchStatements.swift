import Domain
import Postgres

/// The statements that find products by words.
///
/// A statement has one plan, whatever its parameters: where it looks is its text, and the inner
/// `offset` and `limit` keep the planner from looking elsewhere. ``SearchPlanning`` chooses.
enum SearchStatements {
  /// Titles that begin with the query, which are ranked beside the newest matches.
  static let beginningsMax = 200

  /// What tells the statements of searches apart.
  struct Shape: Sendable, Hashable {
    var sort = SearchSort.newest
    let access: SearchPlan.Access
    let isFiltered: Bool
    /// Whether a word has several readings.
    let hasChoices: Bool
    /// Whether others should not wait for it.
    var isLong = false

    /// All of one sort.
    static func all(of sort: SearchSort) -> [Shape] {
      SearchPlan.Access.allCases.flatMap { access in
        // A walk has an end that is near, a group has none.
        let longs =
          switch access {
          case .walk: [false]
          case .group: [true]
          case .grams, .anyGram: [false, true]
          }
        return longs.flatMap { isLong in
          [false, true].flatMap { isFiltered in
            [false, true].map { hasChoices in
              Shape(
                sort: sort, access: access, isFiltered: isFiltered, hasChoices: hasChoices,
                isLong: isLong)
            }
          }
        }
      }
    }
  }

  /// A statement for each shape.
  struct Table<Row: Sendable>: Sendable {
    private let statements: [Shape: Statement<SearchCall, Row>]

    init(_ shapes: [Shape], _ statement: (Shape) -> Statement<SearchCall, Row>) {
      statements = Dictionary(uniqueKeysWithValues: shapes.map { ($0, statement($0)) })
    }

    subscript(_ shape: Shape) -> Statement<SearchCall, Row> {
      guard let statement = statements[shape] else {
        preconditionFailure("no statement for \(shape)")
      }
      return statement
    }
  }

  static let pages = Table(SearchSort.allCases.flatMap(Shape.all(of:)), page(of:))

  private static func page(of shape: Shape) -> Statement<SearchCall, FoundProduct> {
    var text = SearchText()
    let order = SearchOrder(shape.sort, &text)
    let matches = SearchMatches(shape, order, &text).sql
    let skip = text.number { Int64($0.search.skip) }
    let limit = text.number { Int64($0.search.limit) }
    let columns = ProductColumns<CellProduct>.cell
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
    let product = try ProductColumns.cell.found(&row)
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

  static let counts = Table(Shape.all(of: .newest), count(of:))

  private static func count(of shape: Shape) -> Statement<SearchCall, Count> {
    var text = SearchText()
    let source = SearchMatches.source(shape, &text)
    let matching = SearchMatches.condition(shape, &text)
    let wanted = shape.isFiltered ? SearchMatches.wanted(of: "s", &text) : ""
    let bindings = text.bindings
    return Statement(
      """
      select count(*), count(*) filter (where \(matching) \(wanted))
      from (\(source)) s
      """,
      effect: .read, isLong: shape.isLong,
      bind: { call, encoder in for bind in bindings { bind(call, &encoder) } },
      decode: Count.init)
  }
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
