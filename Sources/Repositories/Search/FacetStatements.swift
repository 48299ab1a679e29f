import Domain
import Postgres

/// The statements that count what the newest matches have in common.
enum FacetStatements {
  enum Kind: String, Sendable {
    /// All matches where the statement looks.
    case total
    /// The newest of them, of which the others count.
    case matches
    case category
    case itemType = "item_type"
    case brand, price
  }

  struct Row: Sendable {
    let kind: Kind
    let value: SearchFacets.Value

    @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
      guard let kind = Kind(rawValue: try row.text()) else { throw row.mismatch("no facet") }
      self.kind = kind
      value = SearchFacets.Value(
        id: try row.optionalInt8(), name: try row.text(), count: try row.int8())
    }
  }

  static let facets = SearchStatements.Table(
    SearchStatements.Shape.all(of: .newest), facets(of:))

  private static func facets(
    of shape: SearchStatements.Shape
  ) -> Statement<SearchCall, Row> {
    var text = SearchText()
    let order = shape.access == .walk ? SearchOrder(.newest, &text) : nil
    let source = SearchMatches.source(shape, &text, order)
    let condition = SearchMatches.condition(shape, &text)
    let filter = shape.isFiltered ? SearchMatches.wanted(of: "s", &text) : ""
    let limit = text.number { Int64($0.search.limit) }
    let bands = text.parameter("int8[]") { _, encoder in
      encoder.int8Array(SearchFacets.priceBands)
    }
    let bindings = text.bindings
    return Statement(
      """
      with newest as materialized (
        select id, count(*) over () as total
        from (\(source)) s
        where \(condition) \(filter)
        order by id desc
        limit \(limit)
      ), matches as materialized (
        select p.item_type_id, p.brand, p.currency, p.rank
        from newest
        cross join lateral (
          select item_type_id, brand, currency, rank
          from moa.products
          where id = newest.id and deleted_at is null
          limit 1
        ) p
      )
      \(counted(bands))
      """,
      effect: .read, isLong: shape.isLong,
      bind: { call, encoder in for bind in bindings { bind(call, &encoder) } },
      decode: Row.init)
  }

  /// - Parameter bands: a parameter, of upper ends of bands of prices.
  private static func counted(_ bands: String) -> String {
    let commonest = "group by 1 order by 2 desc, 1 limit \(SearchFacets.valuesMax)"
    return """
      select 'total', null::int8, '', coalesce((select total from newest limit 1), 0)
      union all
      select 'matches', null, '', count(*) from matches
      union all
      select 'item_type', id, title, products
      from (select item_type_id, count(*) as products from matches
        where item_type_id is not null \(commonest)) counted
      join moa.item_types on item_types.id = item_type_id
      union all
      select 'category', categories.id, categories.title, products
      from (select category_id, count(*) as products
        from matches join moa.item_types on item_types.id = item_type_id
        where category_id is not null \(commonest)) counted
      join moa.categories on categories.id = category_id
      union all
      select 'brand', null, brand, products
      from (select brand, count(*) as products from matches
        where brand is not null \(commonest)) counted
      union all
      select 'price', width_bucket(rank, \(bands)), '', count(*) from matches
      where currency = 'KRW'
      group by 2
      """
  }
}
