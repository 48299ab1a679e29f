import Domain
import Postgres

/// The statements that find products by words: one for each order and kind of plan.
///
/// A statement has one plan, whatever its parameters: its text decides which rows it reads, and the
/// inner `offset` and `limit` stop the planner from reading others. ``SearchPlanning`` chooses.
enum SearchStatements {
  /// The most titles beginning with the query that are ranked beside the newest matches.
  static let beginningsMax = 200

  static func page(of call: SearchCall) -> Statement<SearchCall, FoundRow> {
    chosen(pages[call.search.sort] ?? [:], call)
  }

  static func overview(of call: SearchCall) -> Statement<SearchCall, SearchOverviewRow> {
    chosen(overviews, call)
  }

  static let pages = Dictionary(
    uniqueKeysWithValues: SearchSort.allCases.map { sort in (sort, each { page(sort, $0) }) })
  static let overviews = each(overview)
  static let words = each { words($0) }

  private static func each<Parameters, Row>(
    _ statement: (SearchPlan.Access) -> Statement<Parameters, Row>
  ) -> [SearchPlan.Access: Statement<Parameters, Row>] {
    Dictionary(
      uniqueKeysWithValues: SearchPlan.Access.allCases.map { access in (access, statement(access)) }
    )
  }

  private static func chosen<Parameters, Row>(
    _ statements: [SearchPlan.Access: Statement<Parameters, Row>], _ call: SearchCall
  ) -> Statement<Parameters, Row> {
    guard var statement = statements[call.plan.access] else {
      preconditionFailure("no statement for \(call.plan)")
    }
    statement.isLong = call.isLong
    return statement
  }

  // MARK: Pages

  private static func page(
    _ sort: SearchSort, _ access: SearchPlan.Access
  ) -> Statement<SearchCall, FoundRow> {
    let columns = ProductColumns<ProductSummary>.summary
    let isRankedWalk = sort == .relevance && access == .walk
    return Statement(
      """
      select \(columns.shown), p.maker, p.mall, p.link, p.category_path,
        found.rank::int8, found.ranked::int8
      from (
        select id, rank, place, ranked
        from (
          select s.id, \(isRankedWalk ? "count(*) over ()" : "0") as ranked,
            \(sort == .relevance ? SearchMatches.closeness : "s.rank") as rank, -s.id as place
          from (\(SearchMatches.source(sort, access))) s
          where \(SearchMatches.condition)
        ) matches
        where \(sort.start())
        order by \(sort.order(of: "matches"))
        offset \(P.skip) limit \(P.limit)
      ) found
      cross join lateral (
        select \(columns.stored), maker, mall, link, category_path
        from moa.products
        where id = found.id and deleted_at is null
        limit 1
      ) p
      \(columns.vendor)
      order by \(sort.order(of: "found"))
      """,
      effect: .read, bind: P.bind, decode: FoundRow.init)
  }

  /// A row of a page.
  struct FoundRow: Sendable {
    let found: FoundProduct
    /// The number of matches that a walk by relevance ranks; 0 of other statements.
    let ranked: Int64

    @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
      let product = try ProductColumns.summary.found(&row)
      let (maker, mall) = (try row.title(), try row.title())
      let link: ImageReference? =
        if let link = try row.optionalText() {
          try row.checked(link, ImageReference.init(stored:))
        } else { nil }
      var path: [Title] = []
      for step in try row.textArray() { path.append(try row.checked(step, Title.init(stored:))) }
      found = FoundProduct(
        product: product, maker: maker, mall: mall, link: link, categoryPath: path,
        position: ProductPosition(rank: try row.int8(), id: product.id))
      ranked = try row.int8()
    }
  }

  // MARK: Words

  /// A word to complete with words of the products that a search finds.
  struct Completion: Sendable {
    let call: SearchCall
    let word: SearchWord
  }

  static func words(of call: SearchCall) -> Statement<Completion, String> { chosen(words, call) }

  /// The words of the newest titles found that begin in one of some ranges, most frequent first.
  private static func words(_ access: SearchPlan.Access) -> Statement<Completion, String> {
    Statement(
      """
      select word
      from (
        select unnest(string_to_array(btrim(title), ' ')) as word
        from (
          select s.title
          from (\(SearchMatches.source(.newest, access))) s
          where \(SearchMatches.condition)
          order by s.id desc
          limit \(P.limit)
        ) titles
      ) words
      where exists (
        select from unnest(\(P.firstWords), \(P.endWords)) beginning (first, last)
        where word ~>=~ first and word ~<~ last)
      group by word
      order by count(*) desc, word collate "C"
      limit 1000
      """,
      effect: .read,
      bind: { completion, encoder in
        P.bind(completion.call, &encoder)
        encoder.textArray(completion.word.beginnings.map(\.first))
        encoder.textArray(completion.word.beginnings.map(\.end))
      },
      decode: { row throws(PostgresError) in try row.text() })
  }

  // MARK: Several searches

  /// Places of patterns that a product matches. The newest products have nearly every frequent
  /// word; of a rarer one all products are read by the index: counting them, not stopping at the
  /// first, keeps the planner from reading the table for it.
  static let found = Statement<Sought, Int64>(
    """
    select place
    from (
      select place, string_to_array(any_grams, ' ')::int4[] as any_grams,
        string_to_array(all_grams, ' ')::int4[] as all_grams,
        string_to_array(numbers, ' ') as numbers,
        \(soughtWords { "string_to_array(\($0), ' ') as \($0)" })
      from unnest(\((2...SearchQuery.wordsMax + 4).map { "$\($0)::text[]" }.joined(separator: ", ")))
        with ordinality as given (any_grams, all_grams, numbers, \(soughtWords { $0 }), place)
      order by place
      offset 0
    ) sought
    where exists (
        select from (
          select title, body from moa.product_search order by product_id desc limit 1000
        ) s
        where \(soughtMatch))
      or (
        select count(*) from (
          select title, body from moa.product_search
          where grams && sought.any_grams and grams @> sought.all_grams
          offset 0
        ) s
        where \(soughtMatch)) > 0
    limit $1
    """,
    effect: .read, isLong: true, bind: { sought, encoder in sought.bind(&encoder) },
    decode: { row throws(PostgresError) in try row.int8() })

  private static let soughtMatch =
    P.hasWords("s.body") { "sought.word\($0)" } + " and \(P.hasNumbers("sought.numbers"))"

  private static func soughtWords(_ column: (String) -> String) -> String {
    (0..<SearchQuery.wordsMax).map { column("word\($0)") }.joined(separator: ", ")
  }

  /// Patterns, each with the grams of its index.
  struct Sought: Sendable {
    let patterns: [(pattern: SearchPattern, grams: SearchPlan.GramChoice)]
    let limit: Int

    /// Folded words have no spaces: they separate the readings of a word.
    fileprivate func bind(_ encoder: inout ParameterEncoder) {
      encoder.int8(Int64(limit))
      for grams in [\SearchPlan.GramChoice.anyOf, \.allOf] {
        encoder.textArray(
          patterns.map { $0.grams[keyPath: grams].map(String.init).joined(separator: " ") })
      }
      let numbers = patterns.map(\.pattern.numbers)
      encoder.array(
        numbers.map { $0.isEmpty ? nil : $0.joined(separator: " ") }, of: .text)
      for index in 0..<SearchQuery.wordsMax {
        let words = patterns.map(\.pattern.words)
        let readings = words.map { $0.indices.contains(index) ? $0[index] : nil }
        encoder.array(
          readings.map { $0?.map { "%\($0)%" }.joined(separator: " ") }, of: .text)
      }
    }
  }

  // MARK: Totals and facets

  /// Counts the matches, and the facets of the newest ones: each without its own filter, so that
  /// the other values of the filter are counted, too.
  private static func overview(
    _ access: SearchPlan.Access
  ) -> Statement<SearchCall, SearchOverviewRow> {
    Statement(
      """
      with found as materialized (
        select count(*) as looked, \(counts("misses = 0", "matching", "newest")),
          \(counts("misses = 1", "near", "newest_near"))
        from (
          select id, body,
            case when \(P.isMatch) then \(SearchMatches.misses()) end as misses
          from (\(SearchMatches.source(.newest, access))) s
          offset 0
        ) s
      ), matches as materialized (
        select p.id, p.item_type_id, p.brand, p.currency, p.rank, p.options, s.folded,
          \(SearchMatches.missesCategory) as other_category,
          \(SearchMatches.missesItemType) as other_item_type,
          \(SearchMatches.missesBrand("s.folded")) as other_brand,
          \(SearchMatches.missesPrice) as other_price,
          \(SearchMatches.missesOptions) as other_options
        from found
        cross join lateral unnest(newest || newest_near, newest_brands || newest_near_brands)
          as s (id, folded)
        cross join lateral (
          select id, item_type_id, brand, currency, rank, options
          from moa.products
          where id = s.id and deleted_at is null
          limit 1
        ) p
      )
      select 'looked', null::int8, '', looked from found
      union all
      select 'total', null, '', matching from found
      union all
      select 'near', null, '', near from found
      union all
      select 'matches', null, '', count(*) from matches
      where not (other_category or other_item_type or other_brand or other_price)
        and other_options = 0
      union all
      \(facets)
      """,
      effect: .read, bind: P.bind, decode: SearchOverviewRow.init)
  }

  /// The facets, each of the rows that all other filters let through.
  private static let facets = """
    select 'item_type', id, title, products
    from (select item_type_id, count(*) as products from matches
      where item_type_id is not null and not (other_category or other_brand or other_price)
        and other_options = 0
      \(commonest)) counted
    join moa.item_types on item_types.id = item_type_id
    union all
    select 'category', categories.id, categories.title, products
    from (select category_id, count(*) as products
      from matches join moa.item_types on item_types.id = item_type_id
      where category_id is not null and not (other_item_type or other_brand or other_price)
        and other_options = 0
      \(commonest)) counted
    join moa.categories on categories.id = category_id
    union all
    select 'brand', null, brand, products
    from (select folded, count(*) as products, mode() within group (order by brand) as brand
      from matches
      where folded <> '' and not (other_category or other_item_type or other_price)
        and other_options = 0
      \(commonest)) counted
    union all
    select 'price', width_bucket(rank, array[\(priceBands)]::int8[]), '', count(*) from matches
    where currency = 'KRW' and not (other_category or other_item_type or other_brand)
      and other_options = 0
    group by 2
    union all
    (\(optionFacets))
    """

  /// The commonest values of options, each after the name of its option and a line break. Without a
  /// filter that concerns variants, products tell their values; a variant has each of these, and
  /// equal options are counted together. Otherwise variants do: each its values of options of which
  /// it meets all other wanted ones.
  /// Options are in the order of how many products have them, whatever of their values; of equally
  /// many, as these products order them. So wanting a value moves no option that all of them have.
  private static let optionFacets = """
    with same as materialized (
      select options, count(*) as products from matches
      where options is not null and other_options < 2
        and not (other_category or other_item_type or other_brand or other_price)
      group by options
    ), named as (
      select name, sum(products) as having_it, sum(products * place) as places
      from same
      cross join lateral unnest(moa.option_names(options)) with ordinality as option (name, place)
      group by name
    ), counted as (
      select options[place] || chr(10) || options[place + 1] as text, sum(products) as products
      from same
      cross join lateral generate_series(1, cardinality(options), 3) place
      where \(P.options.names) is null and not \(P.inStock)
      group by 1
      union all
      select shown.name || chr(10) || shown.value, count(distinct matches.id)
      from matches
      cross join lateral (\(P.options.values(of: "matches"))) shown
      where (\(P.options.names) is not null or \(P.inStock)) and options is not null
        and not (other_category or other_item_type or other_brand or other_price)
        and other_options < 2
      group by 1
    ), shown as (
      select * from counted
      order by products desc, text collate "C"
      limit \(SearchFacets.optionsMax * SearchFacets.valuesMax)
    )
    select 'option', null, text, products::int8
    from shown
    join named on name = split_part(text, chr(10), 1)
    order by having_it desc, places, name collate "C", products desc, text collate "C"
    """
  private static let commonest = "group by 1 order by 2 desc, 1 limit \(SearchFacets.valuesMax)"
  private static let priceBands =
    SearchFacets.priceBands.map(String.init).joined(separator: ", ")

  /// The number of rows `s` with a condition; and the newest of them, with their brands.
  private static func counts(_ condition: String, _ number: String, _ newest: String) -> String {
    func first(_ value: String) -> String {
      """
      (array_agg(\(value) order by id desc) filter (where \(condition) and \(P.limit) > 0))
            [1:\(P.limit)]
      """
    }
    return """
      count(*) filter (where \(condition)) as \(number), \(first("id")) as \(newest),
          \(first(SearchMatches.brand)) as \(newest)_brands
      """
  }
}

/// One number of an overview.
struct SearchOverviewRow: Sendable {
  enum Kind: String, Sendable {
    /// Products that the statement read.
    case looked
    /// The matches among these products.
    case total
    /// The products among these that only one filter with a facet leaves out.
    case near
    /// The newest matches: the facets count these, and as many of the others.
    case matches
    case category
    case itemType = "item_type"
    case brand, option, price
  }

  let kind: Kind
  let value: SearchFacets.Value

  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    guard let kind = Kind(rawValue: try row.text()) else { throw row.mismatch("no facet") }
    self.kind = kind
    value = SearchFacets.Value(
      id: try row.optionalInt8(), name: try row.text(), count: try row.int8())
  }
}
