import Domain
import Postgres

/// The part of a search that finds matches: their ids, with a rank by which they are put in order.
struct SearchMatches {
  let sql: String

  init(_ shape: SearchStatements.Shape, _ order: SearchOrder, _ text: inout SearchText) {
    let isWalked = shape.access == .walk
    let source = Self.source(shape, &text, order)
    // The walk by relevance has looked already.
    let condition = shape.sort == .relevance && isWalked ? "true" : Self.condition(shape, &text)
    let rank =
      switch shape.sort {
      case .newest: "0"
      case .relevance: Self.closeness(shape, &text) + " * 2 + s.is_sold_out::int4"
      case .priceAscending, .priceDescending: isWalked ? "s.rank" : "p.rank"
      case .reviews: isWalked ? "s.rank" : "p.review_count"
      }
    let needsProduct =
      shape.isFiltered
      || (shape.sort != .newest && shape.sort != .relevance && !isWalked)
    let filter = shape.isFiltered ? "and \(Self.filter(&text))" : ""
    let product =
      needsProduct
      ? """
      cross join lateral (
        select discount, stock, currency, rank, review_count, vendor_id, item_type_id, type, id
        from moa.products
        where id = s.id and deleted_at is null
        limit 1
      ) p
      """ : ""
    let place = isWalked && shape.sort == .priceAscending ? "s.place" : "-s.id"
    sql = """
      select s.id, \(rank) as rank, \(place) as place
      from (\(source)) s
      \(product)
      where \(condition) \(filter)
      """
  }

  // MARK: Where is looked

  /// Rows with an id, a title and a body; a rank where the order of a walk has one.
  static func source(
    _ shape: SearchStatements.Shape, _ text: inout SearchText, _ order: SearchOrder? = nil
  ) -> String {
    switch shape.access {
    case .walk: walk(shape, &text, order)
    case .grams: indexed("@>", &text)
    case .anyGram: indexed("&&", &text)
    case .group: group(&text)
    }
  }

  private static func indexed(_ sign: String, _ text: inout SearchText) -> String {
    let grams = text.parameter("int4[]") { call, encoder in
      switch call.plan {
      case .grams(let grams), .anyGram(let grams): encoder.array(grams, of: .int4)
      case .walk, .group: encoder.array([], of: .int4)
      }
    }
    return """
      select product_id as id, title, body, is_sold_out
      from moa.product_search
      where grams \(sign) \(grams)
      offset 0
      """
  }

  private static func walk(
    _ shape: SearchStatements.Shape, _ text: inout SearchText, _ order: SearchOrder?
  ) -> String {
    let rows = text.number { call in
      if case .walk(let rows) = call.plan { Int64(rows) } else { 0 }
    }
    switch shape.sort {
    case .newest:
      let start = order.map { "where \($0.start(id: "product_id"))" } ?? ""
      return newest("product_id as id, title, body, is_sold_out", start, rows)
    case .relevance: return ranked(shape, &text, rows)
    case .priceAscending, .priceDescending, .reviews:
      return """
        select walked.*, found.title, found.body, found.is_sold_out
        from (\(walkedProducts(shape.sort, order, rows))) walked
        cross join lateral (
          select title, body, is_sold_out
          from moa.product_search
          where product_id = walked.id
          limit 1
        ) found
        """
    }
  }

  private static func newest(_ columns: String, _ start: String, _ rows: String) -> String {
    """
    select \(columns)
    from moa.product_search
    \(start)
    order by product_id desc
    limit \(rows)
    """
  }

  /// The newest matches, and those whose title begins with the query; a title that is the query
  /// comes first in the index, since a line break follows it.
  private static func ranked(
    _ shape: SearchStatements.Shape, _ text: inout SearchText, _ rows: String
  ) -> String {
    let whole = text.text { $0.search.pattern.whole }
    let condition = condition(shape, &text)
    // What is not wanted takes no place among those that are ranked.
    let wanted =
      shape.isFiltered ? Self.wanted(of: "newest", &text) : ""
    let ranked = text.number { Int64($0.search.rankedMax) }
    return """
      select id, title, body, is_sold_out
      from (
        (select id, title, body, is_sold_out
        from (\(newest("product_id as id, title, body, is_sold_out", "", rows))) newest
        where \(condition) \(wanted)
        limit \(ranked))
        union
        (select product_id, title, body, is_sold_out
        from moa.product_search
        where left(body, 120) ~>=~ \(whole) and left(body, 120) ~<~ (\(whole) || chr(1114111))
        order by left(body, 120) using ~<~, product_id
        limit \(SearchStatements.beginningsMax))
      ) candidates
      """
  }

  private static func walkedProducts(
    _ sort: SearchSort, _ order: SearchOrder?, _ rows: String
  ) -> String {
    if sort == .reviews {
      let start = order?.start(rank: "review_count") ?? "true"
      return """
        select id, review_count as rank
        from moa.products
        where deleted_at is null and \(start)
        order by review_count desc, id desc
        limit \(rows)
        """
    }
    let start = order?.start(place: "-id") ?? "true"
    let inOrder = sort == .priceAscending ? "rank, place" : "rank desc, id desc"
    let buckets = (0...3).map { bucket in
      """
      (select id, rank, -id as place
        from moa.products
        where deleted_at is null and bucket = \(bucket) and \(start)
        order by \(inOrder) limit \(rows))
      """
    }
    return """
      select * from (\(buckets.joined(separator: " union all "))) buckets
      order by \(inOrder) limit \(rows)
      """
  }

  /// Of the one vendor, event, category or item type that is wanted: the first of them that is
  /// said, the smallest kind first. All of it is read, by its own index, before it is put in order.
  private static func group(_ text: inout SearchText) -> String {
    let event = text.number { $0.search.filter.products.event }
    let vendor = text.parameter("uuid") { call, encoder in
      encoder.uuid(call.search.filter.products.vendor?.bytes)
    }
    let itemType = text.number { $0.search.filter.products.itemType }
    let category = text.number { $0.search.filter.products.category }
    return """
      select member.id, found.title, found.body, found.is_sold_out
      from (
        select product_id as id from moa.event_category_products where event_category_id = \(event)
        union all
        select id from moa.products
        where deleted_at is null and \(event) is null
          and vendor_id = (select id from moa.vendors where identifier = \(vendor))
        union all
        select id from moa.products
        where deleted_at is null and \(event) is null and \(vendor) is null
          and item_type_id = any (array(
            select id from moa.item_types
            where id = \(itemType) or (\(itemType) is null and category_id = \(category))))
        offset 0
      ) member
      cross join lateral (
        select title, body, is_sold_out from moa.product_search where product_id = member.id limit 1
      ) found
      """
  }

  // MARK: What matches

  /// Of a row that has a body: every word is in it.
  static func condition(_ shape: SearchStatements.Shape, _ text: inout SearchText) -> String {
    let words = text.texts(\.wordsAnywhere)
    return "body like all (\(words))"
      + choices(shape) { index in
        "body like any (\(text.texts { $0.choiceAnywhere(index) }))"
      }
  }

  /// A condition for each word that has several readings.
  private static func choices(
    _ shape: SearchStatements.Shape, _ condition: (Int) -> String
  ) -> String {
    guard shape.hasChoices else { return "" }
    return (0..<SearchCall.choicesMax).map { " and " + condition($0) }.joined()
  }

  /// ``SearchCloseness`` of a row `s`.
  private static func closeness(
    _ shape: SearchStatements.Shape, _ text: inout SearchText
  ) -> String {
    let whole = text.text { $0.search.pattern.whole }
    let words = text.texts(\.wholeWords)
    let wholeChoices = choices(shape) { index in
      "s.title like any (\(text.texts { $0.wholeChoice(index) }))"
    }
    let anywhere = text.texts(\.wordsAnywhere)
    let choices = choices(shape) { index in
      "split_part(s.body, chr(10), 1) like any (\(text.texts { $0.choiceAnywhere(index) }))"
    }
    return """
      case
        when starts_with(s.body, \(whole) || chr(10)) then 0::int8
        when starts_with(s.body, \(whole)) then 1
        when s.title like all (\(words)) \(wholeChoices) then 2
        when split_part(s.body, chr(10), 1) like all (\(anywhere)) \(choices) then 3
        else 4
      end
      """
  }

  /// Of a row that has the id of a product: the filter wants it.
  static func wanted(of row: String, _ text: inout SearchText) -> String {
    """
    and exists (
      select from moa.products p
      where p.id = \(row).id and p.deleted_at is null and \(filter(&text)) offset 0)
    """
  }

  /// Of a product `p`: what the filter asks for.
  static func filter(_ text: inout SearchText) -> String {
    let onSale = text.flag(\.search.filter.products.onlyOnSale)
    let inStock = text.flag(\.search.filter.products.onlyInStock)
    let vendor = text.parameter("uuid") { call, encoder in
      encoder.uuid(call.search.filter.products.vendor?.bytes)
    }
    let event = text.number { $0.search.filter.products.event }
    let itemType = text.number { $0.search.filter.products.itemType }
    let category = text.number { $0.search.filter.products.category }
    let min = text.number { $0.search.filter.priceMin }
    let max = text.number { $0.search.filter.priceMax }
    let excludesUsed = text.flag(\.search.filter.excludesUsed)
    return """
      (not \(onSale) or p.discount > 0) and (not \(inStock) or p.stock > 0)
      and (\(vendor) is null
        or p.vendor_id = (select id from moa.vendors where identifier = \(vendor)))
      and (not \(excludesUsed) or p.type not between 4 and 6)
      and (\(itemType) is null or p.item_type_id = \(itemType))
      and (\(category) is null
        or p.item_type_id in (select id from moa.item_types where category_id = \(category)))
      and (\(event) is null or exists (
        select from moa.event_category_products
        where event_category_id = \(event) and product_id = p.id))
      and ((\(min) is null and \(max) is null) or (p.currency = 'KRW'
        and p.rank between coalesce(\(min), 0) and coalesce(\(max), p.rank)))
      """
  }
}
