import Domain
import Postgres
import UseCases

/// The start of a page, and the buckets whose rows are merged into it.
///
/// Each product is in one of four buckets: 1 is added if it is discounted, and 2 if it is in stock.
/// A filter selects buckets.
struct FilterBuckets: Sendable, Hashable {
  /// Four numbers; -1 where there is no bucket.
  let numbers: [Int16]
  let rank: Int64
  /// Negated, except in the order by descending rank and in that of an event.
  let id: Int64
  let limit: Int
  let vendor: VendorIdentifier?
  let event: Int64?
  let category: Int64?
  let itemType: Int64?
  let options: OptionFilter
  let onlyInStock: Bool
  /// Ids of the products to choose from, in a list of an event that is not stored.
  var chosen: [Int64] = []

  /// - Parameter soldOut: whether it selects sold out products, which no filter of shoppers does.
  init(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, soldOut: Bool = false
  ) {
    let chosen = soldOut ? [0, 1] : Self.chosen(by: query)
    numbers = chosen + Array(repeating: -1, count: 4 - chosen.count)
    let isFromLeast = query.sort == .priceAscending || query.sort == .arranged
    let position = position ?? ProductPosition(rank: isFromLeast ? .min : .max, id: .max)
    rank = position.rank
    let isNegated = query.sort != .priceDescending && !query.isArranged
    id = isNegated ? -max(position.id, -.max) : position.id
    self.limit = limit
    vendor = query.vendor
    event = query.event
    category = query.category
    itemType = query.itemType
    options = query.options
    onlyInStock = query.onlyInStock
  }

  /// The number of buckets that a query selects: 1, 2 or 4.
  static func count(of query: ProductQuery) -> Int { chosen(by: query).count }

  private static func chosen(by query: ProductQuery) -> [Int16] {
    (0...3 as ClosedRange<Int16>).filter { bucket in
      (!query.onlyOnSale || bucket & 1 != 0) && (!query.onlyInStock || bucket & 2 != 0)
    }
  }
}

extension ParameterEncoder {
  /// Seven parameters.
  mutating func buckets(_ buckets: FilterBuckets) {
    for number in buckets.numbers { int2(number) }
    int8(buckets.rank)
    int8(buckets.id)
    int8(Int64(buckets.limit))
  }

  /// Three parameters: a vendor, a category, an item type.
  mutating func groups(of buckets: FilterBuckets) {
    uuid(buckets.vendor?.bytes)
    int8(buckets.category)
    int8(buckets.itemType)
  }
}
