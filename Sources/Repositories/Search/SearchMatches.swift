import Domain

/// The rows that a search reads, and the condition for a match.
enum SearchMatches {
  // MARK: Rows to read

  /// Rows with id, title, body and whether the product is sold out; and with the value they are
  /// sorted by as their rank. For relevance the rank is 0 here and computed later.
  static func source(_ sort: SearchSort, _ access: SearchPlan.Access) -> String {
    if access == .walk { return walk(sort) }
    let rows = access == .index ? indexed : group
    guard let column = sort.column else { return withoutRank(rows) }
    return """
      select found.*, sorted.rank
      from (\(rows)) found
      cross join lateral (
        select \(column) as rank
        from moa.products
        where id = found.id and deleted_at is null
        limit 1
      ) sorted
      """
  }

  private static let texts = "title, body, is_sold_out"

  private static func withoutRank(_ rows: String) -> String {
    "select *, 0 as rank from (\(rows)) found"
  }

  /// Products with one of some grams and all of others.
  private static let indexed = """
    select product_id as id, \(texts)
    from moa.product_search
    where grams && \(P.anyGram) and grams @> \(P.allGrams)
    offset 0
    """

  /// Products of the wanted event, vendor, options, category or item type: the first of these that
  /// is set, the smallest kind first. All are read, by their index, before they are sorted.
  private static let group = """
    select member.id, \(texts)
    from (
      select product_id as id
      from \(EventProductStatements.live) chosen
      where event_category_id = \(P.event)
      union all
      select id from moa.products
      where deleted_at is null and \(P.event) is null
        and vendor_id = (select id from moa.vendors where identifier = \(P.vendor))
      union all
      select id from moa.products
      where deleted_at is null and \(P.event) is null and \(P.vendor) is null
        and \(P.options.hasTexts("products"))
      union all
      select id from moa.products
      where deleted_at is null and \(P.event) is null and \(P.vendor) is null
        and \(P.options.names) is null and item_type_id = any (array(
          select id from moa.item_types
          where id = any (\(P.itemTypes))
            or (\(P.itemTypes) is null and category_id = any (\(P.categories)))))
      offset 0
    ) member
    cross join lateral (
      select \(texts) from moa.product_search where product_id = member.id limit 1
    ) found
    """

  /// The first products in the order of the search.
  private static func walk(_ sort: SearchSort) -> String {
    switch sort {
    case .newest: return withoutRank(newest(where: sort.start(id: "product_id")))
    case .relevance: return withoutRank(candidates)
    case .priceAscending, .priceDescending, .reviews:
      return """
        select walked.id, walked.rank, \(texts)
        from (\(walkedProducts(sort))) walked
        cross join lateral (
          select \(texts) from moa.product_search where product_id = walked.id limit 1
        ) found
        """
    }
  }

  private static func newest(where start: String) -> String {
    """
    select product_id as id, \(texts)
    from moa.product_search
    where \(start)
    order by product_id desc
    limit \(P.rows)
    """
  }

  /// The newest matches, and products whose title begins with the query. An exactly equal title
  /// comes first in the index, because a line break follows it.
  private static let candidates = """
    select id, \(texts)
    from (
      (select id, \(texts)
      from (\(newest(where: "true"))) s
      where \(condition)
      limit \(P.ranked))
      union
      (select product_id, \(texts)
      from moa.product_search
      where left(body, 120) ~>=~ \(P.whole) and left(body, 120) ~<~ (\(P.whole) || chr(1114111))
      order by left(body, 120) using ~<~, product_id
      limit \(SearchStatements.beginningsMax))
    ) candidates
    """

  /// For prices, the four bucket indexes are merged.
  private static func walkedProducts(_ sort: SearchSort) -> String {
    if sort == .reviews {
      return """
        select id, review_count as rank
        from moa.products
        where deleted_at is null and \(sort.start(rank: "review_count"))
        order by review_count desc, id desc
        limit \(P.rows)
        """
    }
    let inOrder = sort == .priceAscending ? "rank, place" : "rank desc, id desc"
    let buckets = (0...3).map { bucket in
      """
      (select id, rank, -id as place
        from moa.products
        where deleted_at is null and bucket = \(bucket) and \(sort.start(place: "-id"))
        order by \(inOrder) limit \(P.rows))
      """
    }
    return """
      select * from (\(buckets.joined(separator: " union all "))) buckets
      order by \(inOrder) limit \(P.rows)
      """
  }

  // MARK: Condition

  /// Of a row `s`: it has every word, and its product passes all filters.
  static let condition = "\(P.isMatch) and \(misses(options: failsOptions)) = 0"

  /// 1 or 0.
  private static let failsOptions = """
    (\(P.options.names) is not null and (\(P.options.isPassed(by: "p"))) is not true)::int4
    """

  /// The filters with facets that a product `p` with a row `s` does not pass.
  static let missesCategory = """
    (\(P.categories) is not null and coalesce(p.item_type_id <> all (array(
      select id from moa.item_types where category_id = any (\(P.categories)))), true))
    """
  static let missesItemType =
    "(\(P.itemTypes) is not null and coalesce(p.item_type_id <> all (\(P.itemTypes)), true))"
  static func missesBrand(_ brand: String = brand) -> String {
    "(\(P.brands) is not null and \(brand) <> all (\(P.brands)))"
  }
  /// The brand as searches compare it.
  static let brand = "split_part(s.body, chr(10), 2)"
  static let missesPrice = """
    ((\(P.priceMin) is not null or \(P.priceMax) is not null) and (p.currency <> 'KRW'
      or p.rank not between coalesce(\(P.priceMin), 0) and coalesce(\(P.priceMax), p.rank)))
    """

  static let missesOptions = P.options.misses(of: "p")

  /// The number of filters with facets that the product of a row `s` does not pass; null if it does
  /// not pass another filter.
  ///
  /// - Parameter options: of these, the number of filters by option.
  static func misses(options: String = missesOptions) -> String {
    """
    case when not \(P.isFiltered) then 0 else (
      select \(([missesCategory, missesItemType, missesBrand(), missesPrice]
        .map { $0 + "::int4" } + [options]).joined(separator: " + "))
      from moa.products p
      where p.id = s.id and p.deleted_at is null
        and (not \(P.onSale) or p.discount > 0) and (not \(P.inStock) or p.stock > 0)
        and (\(P.vendor) is null
          or p.vendor_id = (select id from moa.vendors where identifier = \(P.vendor)))
        and (not \(P.excludesUsed) or p.type not between 4 and 6)
        and (not \(P.onlyWonAndDollars) or p.currency in ('KRW', 'USD'))
        and (\(P.event) is null or exists (
          select from \(EventProductStatements.live) chosen
          where event_category_id = \(P.event) and product_id = p.id))
      offset 0) end
    """
  }

  /// The ``SearchCloseness`` of a matching row `s`, as a rank.
  static let closeness = """
    case
      when starts_with(s.body, \(P.whole) || chr(10)) then 0::int8
      when starts_with(s.body, \(P.whole)) then 1
      when \(P.hasWords("s.title", asWholes: true)) then 2
      when \(P.hasWords("split_part(s.body, chr(10), 1)"))
        and \(P.hasNumbers(in: "s.title")) then 3
      else 4
    end * 2 + s.is_sold_out::int4
    """
}

extension SearchSort {
  /// The column of `moa.products` with the rank.
  fileprivate var column: String? {
    switch self {
    case .newest, .relevance: nil
    case .priceAscending, .priceDescending: "rank"
    case .reviews: "review_count"
    }
  }

  /// The condition for rows after the position where the page begins.
  func start(rank: String = "rank", id: String = "id", place: String = "place") -> String {
    switch self {
    case .newest: "\(id) < \(P.startID)"
    case .relevance, .priceAscending: "(\(rank), \(place)) > (\(P.startRank), -\(P.startID))"
    case .priceDescending, .reviews: "(\(rank), \(id)) < (\(P.startRank), \(P.startID))"
    }
  }

  func order(of table: String) -> String {
    switch self {
    case .newest: "\(table).id desc"
    case .relevance, .priceAscending: "\(table).rank, \(table).place"
    case .priceDescending, .reviews: "\(table).rank desc, \(table).id desc"
    }
  }
}
