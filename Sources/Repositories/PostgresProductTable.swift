package import Domain
import Postgres
package import UseCases

/// The table of all vendors' products: those in the shop come from the lists and searches of
/// shoppers, hidden and removed ones from indexes of their own.
extension PostgresStore {
  /// Matches of a search of which the sold out ones are taken.
  private static let searchedMax = 200

  package func table(
    _ query: ProductTableQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> ProductTablePage {
    if let ids = query.ids {
      let products = try [Product](try await rows(ProductStatements.findAllOpen, ids))
      return ProductTablePage(products: products.map { AdministeredProduct($0) }, next: nil)
    }
    var parts: [TablePart] = []
    if query.status == nil || query.status == .shown || query.status == .soldOut {
      parts.append(
        try await query.search == nil
          ? listed(query, position, limit) : searched(query, position, limit))
    }
    if query.status != .shown, query.status != .soldOut {
      parts.append(try await unseen(query, position, limit))
    }
    let page = TablePart(joining: parts, limit, in: query)
    let ids = page.found.map(\.id)
    guard !ids.isEmpty else { return ProductTablePage(products: [], next: page.end) }
    let stored = try [Product](try await rows(ProductStatements.findAllForWriting, ids))
    let products = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
    return ProductTablePage(
      products: page.found.compactMap { place in
        products[place.id].map { product in
          AdministeredProduct(
            product,
            removedAt: query.status == .removed ? Timestamp(clamping: place.rank) : nil)
        }
      }, next: page.end)
  }

  package func counts(
    removedAfter instant: Timestamp
  ) async throws(Failure) -> [ProductTableQuery.Status: Int] {
    try await rows(ProductTableStatements.counts, instant).first ?? [:]
  }

  private func listed(
    _ query: ProductTableQuery, _ position: ProductPosition?, _ limit: Int
  ) async throws(Failure) -> TablePart {
    let isSoldOut = query.status == .soldOut
    let list = ProductQuery(
      sort: query.sort == .price ? .priceAscending : .newest, vendor: query.vendor)
    let found: [TileProduct]
    if isSoldOut, let statement = ProductListStatements.tiles.soldOut(for: list) {
      found = try await rows(
        statement, .init(list, after: position, limit: limit + 1, soldOut: true))
    } else {
      found = try await tiles(list, after: position, limit: limit + 1)
    }
    return TablePart(found.map { ProductPosition($0, in: list.sort) }, cutTo: limit)
  }

  private func searched(
    _ query: ProductTableQuery, _ position: ProductPosition?, _ limit: Int
  ) async throws(Failure) -> TablePart {
    guard let pattern = query.search?.pattern else { return TablePart([], cutTo: limit) }
    let isSoldOut = query.status == .soldOut
    let most = isSoldOut ? Self.searchedMax : limit + 1
    let found = try await page(
      ProductSearch(
        pattern: pattern, sort: query.sort == .price ? .priceAscending : .newest,
        filter: SearchFilter(vendor: query.vendor), position: position, limit: most))
    let places = found.map { found in
      let rank = query.sort == .price ? found.product.cell.price.rank : 0
      return (place: ProductPosition(rank: rank, id: found.product.id), found.product.cell.stock)
    }
    let wanted = places.filter { !isSoldOut || $0.1.isSoldOut }.map(\.place)
    let end = found.count == most ? places.last?.place : nil
    return TablePart(wanted, cutTo: limit, after: end)
  }

  /// Hidden or removed products.
  private func unseen(
    _ query: ProductTableQuery, _ position: ProductPosition?, _ limit: Int
  ) async throws(Failure) -> TablePart {
    let statement =
      switch query.status {
      case .removed: ProductTableStatements.removed
      case .withoutPictures: ProductTableStatements.withoutPictures
      default:
        query.sort == .price ? ProductTableStatements.hiddenByPrice : ProductTableStatements.hidden
      }
    let walked = try await rows(
      statement, .init(query: query, position: position, limit: limit + 1))
    return TablePart(
      walked.filter(\.isFound).map(\.place), cutTo: limit,
      after: walked.first { !$0.isFound }?.place)
  }
}

/// The places that one source of the table has.
private struct TablePart {
  /// In the order of the query.
  let found: [ProductPosition]
  /// The place up to which the source was read; nil if there is no more.
  let end: ProductPosition?

  /// - Parameters:
  ///   - found: one more than `limit`, if there are more.
  ///   - end: the place up to which the source was read; nil for its end.
  init(_ found: [ProductPosition], cutTo limit: Int, after end: ProductPosition? = nil) {
    self.found = Array(found.prefix(limit))
    self.end = found.count > limit ? self.found.last : end
  }

  /// The places of several sources, up to the first place at which one of them ends.
  init(joining parts: [TablePart], _ limit: Int, in query: ProductTableQuery) {
    let end = parts.compactMap(\.end).min { query.comes($0, before: $1) }
    let all = parts.flatMap(\.found).sorted { query.comes($0, before: $1) }
    let known = all.filter { place in end.map { !query.comes($0, before: place) } ?? true }
    self.init(known, cutTo: limit, after: end)
  }
}

/// The statements that walk along products that shoppers do not see. They stop after some rows,
/// whether these match or not, so that a page never takes long.
enum ProductTableStatements {
  struct Call: Sendable {
    let query: ProductTableQuery
    let position: ProductPosition?
    let limit: Int
  }

  struct Row: Sendable {
    let place: ProductPosition
    /// False for the place up to which was read.
    let isFound: Bool
  }

  static let hidden = walk(where: "is_hidden and id < $2", rank: "0", order: "id desc")
  static let hiddenByPrice = walk(
    where: "is_hidden and (rank, -id) > ($1, -$2::int8)", rank: "rank", order: "rank, (-id)")
  static let removed = walk(
    where: """
      deleted_at is not null and not is_hidden and deleted_at > $6 and (deleted_at, id) < ($7, $2)
      """,
    rank: "(extract(epoch from deleted_at) * 1000000)::int8", order: "deleted_at desc, id desc")

  static let withoutPictures = walk(
    where: "cover_sha256 is null and (deleted_at is null or is_hidden) and id < $2", rank: "0",
    order: "id desc")

  /// One number for each state, from indexes, in the order of all states.
  static let counts = Statement<Timestamp, [ProductTableQuery.Status: Int]>(
    """
    select \(number(of: "deleted_at is null")), \(number(of: "is_hidden")),
      \(number(of: "deleted_at is null and bucket < 2")),
      \(number(of: "deleted_at is not null and not is_hidden and deleted_at > $1")),
      \(number(of: "cover_sha256 is null and (deleted_at is null or is_hidden)"))
    """, effect: .read,
    bind: { instant, encoder in encoder.timestamptz(microseconds: instant.microseconds) },
    decode: { row throws(PostgresError) in
      var counts: [ProductTableQuery.Status: Int] = [:]
      for status in ProductTableQuery.Status.allCases { counts[status] = Int(try row.int8()) }
      return counts
    })

  private static func number(of condition: String) -> String {
    """
    (select count(*) from (
      select from moa.products where \(condition) limit \(ProductTableQuery.Status.countMax)
    ) counted)
    """
  }

  static let rowsMax = 1_000

  /// The places come from an index alone, so that no plan reads and sorts all products instead.
  ///
  /// - Parameter rank: the rank of a place in this order.
  private static func walk(
    where condition: String, rank: String, order: String
  ) -> Statement<Call, Row> {
    Statement(
      """
      with places as materialized (
        select id, \(rank) as rank, row_number() over (order by \(order)) as number
        from moa.products
        where \(condition)
          and $1::int8 is not null and $6::timestamptz is not null and $7::timestamptz is not null
        order by \(order)
        limit \(rowsMax)
      ), walked as materialized (
        select p.id, places.rank::int8, places.number,
          ($4::uuid is null or p.vendor_id = (select id from moa.vendors where identifier = $4))
            and ($5::text[] is null or p.name ilike all ($5)) as is_found
        from places
        join moa.products p on p.id = places.id
      )
      (select id, rank, true from walked where is_found order by number limit $3)
      union all
      (select id, rank, false from walked where number = \(rowsMax))
      """, effect: .read,
      bind: { call, encoder in
        let query = call.query
        let isByPrice = query.sort == .price && query.status != .removed
        let first = ProductPosition(rank: isByPrice ? .min : .max, id: .max)
        let position = call.position ?? first
        encoder.int8(position.rank)
        encoder.int8(position.id)
        encoder.int8(Int64(call.limit))
        encoder.uuid(query.vendor?.bytes)
        // Folded words have no characters with a meaning in patterns.
        encoder.textArray(query.search?.words.map { "%\($0)%" })
        encoder.timestamptz(microseconds: query.removedAfter.microseconds)
        encoder.timestamptz(microseconds: Timestamp(clamping: position.rank).microseconds)
      },
      decode: { row throws(PostgresError) in
        let id = try row.int8()
        let rank = try row.int8()
        return Row(place: ProductPosition(rank: rank, id: id), isFound: try row.bool())
      })
  }
}
