import Domain
import Postgres
package import UseCases

/// The numbered changes in `moa.changes`.
extension PostgresStore: ChangeRepository {
  package func newestChange() async throws(Failure) -> ChangePlace {
    guard let place = try await first(ChangeStatements.newest) else { throw Self.noClock }
    return place
  }

  package func changes(
    after place: ChangePlace, among products: [Int64]
  ) async throws(Failure) -> FoundChanges {
    let rows = try await rows(ChangeStatements.among, .init(after: place, products: products))
    guard var found = rows.first?.found else { throw Self.noClock }
    found.products = rows.compactMap(\.product).sorted { $0.id < $1.id }
    return found
  }

  package func changes(
    after place: ChangePlace, limit: Int
  ) async throws(Failure) -> FoundChanges {
    let page = try await page(ChangeStatements.feed, after: place, limit)
    guard page.holds, !page.rows.contains(where: \.isWhole) else {
      var found = FoundChanges(next: page.newest)
      (found.isWhole, found.changedHome, found.changedConfig) = (true, true, true)
      return found
    }
    var found = FoundChanges(next: page.next)
    found.hasMore = page.hasMore
    for change in page.rows { found.add(change) }
    return found
  }

  /// Reads one change more than wanted, to tell whether more follow.
  private func page<Product>(
    _ statement: Statement<ChangeStatements.Question, ChangeStatements.FeedRow<Product>>,
    after place: ChangePlace, _ limit: Int
  ) async throws(Failure) -> FeedPage<Product> {
    let rows = try await rows(statement, .init(after: place, limit: limit + 1))
    guard let first = rows.first else { throw Self.noClock }
    return FeedPage(
      rows: rows.prefix(limit), hasMore: rows.count > limit, newest: first.newest,
      holds: first.holds)
  }

  static let noClock = Failure.bug("moa.change_clock has no row")
}

private struct FeedPage<Product: Sendable> {
  let rows: ArraySlice<ChangeStatements.FeedRow<Product>>
  let hasMore: Bool
  let newest: ChangePlace
  let holds: Bool

  /// The place after it.
  var next: ChangePlace {
    guard hasMore, let last = rows.last else { return newest }
    return ChangePlace(era: newest.era, sequence: last.sequence)
  }
}

extension ChangeStatements.FeedRow {
  /// Whether it is about all of a kind, which would be more than a page.
  fileprivate var isWhole: Bool {
    key == 0 && ["product", "event", "vendor"].contains(kind)
  }
}

extension FoundChanges {
  fileprivate mutating func add(_ change: ChangeStatements.FeedRow<CellProduct>) {
    switch change.kind {
    case "product": products.append(OfProduct(id: change.key, product: change.product))
    case "event":
      events.append(change.key)
      changedHome = true
    case "home": changedHome = true
    case "config": changedConfig = true
    case "vendor": if let vendor = change.vendor { vendors.append(vendor) }
    // Another server of a newer version may know more kinds.
    default: break
    }
  }
}

/// A page of the changes as they are numbered, for operators.
package struct NumberedChanges: Sendable {
  package struct Change: Sendable {
    /// Such as `product`.
    package let kind: String
    /// 0 for all of the kind.
    package let key: Int64
    package let sequence: Int64
    /// The identifier of a vendor, by which answers name it.
    package let vendor: String?
    package let isRemoved: Bool
  }

  /// The place after them.
  package let next: ChangePlace
  /// Whether the place before them is unknown: all may have changed.
  package let isWhole: Bool
  package let hasMore: Bool
  package let changes: [Change]
}

extension PostgresStore {
  package func numberedChanges(
    after place: ChangePlace, limit: Int
  ) async throws(Failure) -> NumberedChanges {
    let page = try await page(ChangeStatements.numbered, after: place, limit)
    let changes = page.rows.compactMap { row in
      row.kind.map { kind in
        NumberedChanges.Change(
          kind: kind, key: row.key, sequence: row.sequence,
          vendor: row.vendor?.identifier.text,
          isRemoved: kind == "product" && row.key > 0 && row.product == nil)
      }
    }
    return NumberedChanges(
      next: page.next, isWhole: !page.holds, hasMore: page.hasMore, changes: changes)
  }
}
