package import Domain

/// Lists products for apps with page numbers and offsets.
package struct ListProducts: Sendable {
  /// The largest offset into search results; continuing page by page has no such limit.
  package static let searchOffsetMax: Int64 = 10_000
  private let repository: any ProductRepository
  private let search: any ProductSearchRepository
  private let rules: any SearchRuleRepository
  private let anchors: ListAnchors

  package init(
    repository: any ProductRepository, search: any ProductSearchRepository,
    rules: any SearchRuleRepository, signer: any Signer
  ) {
    self.repository = repository
    self.search = search
    self.rules = rules
    anchors = ListAnchors(signer: signer)
  }

  /// The products of a page.
  ///
  /// A client that returns the anchor of the page before sees each product that was there at the
  /// beginning exactly once, whatever is added or removed meanwhile. Without an anchor the offset
  /// counts in the present list. Keep one anchor for each size of page: an app that reads pages of
  /// 20 and polls for 1 reads two lists. Keep another for searches: an anchor is valid for searches
  /// of one text only.
  /// - Parameters:
  ///   - offset: the number of products before the page; below 0 is 0.
  ///   - count: 1 to 100; other numbers are clamped.
  ///   - anchor: from an earlier answer; one with a wrong signature is ignored.
  package func callAsFunction(
    _ list: ProductList, offset: Int64, count: Int, anchor: String?
  ) async throws(Failure) -> ListedPage {
    let known = anchor.flatMap { anchors.anchor($0, of: list) }
    let (offset, count) = (max(0, offset), min(max(1, count), BrowseProducts.limitMax))
    let listed: ListedWindow
    switch list {
    case .counted(let list):
      listed = try await repository.window(
        NumberedPage(list: list, offset: offset, count: count, anchor: known))
    case .found(let query):
      listed = try await found(query, ListAnchor.Start(known, offset: offset), count)
    case .nothing: listed = ListedWindow(products: [], hasNext: false, total: 0)
    }
    let place = ListAnchor(after: listed, offset: offset, anchor: known)
    return ListedPage(window: listed, place: place, list: list)
  }

  private func found(
    _ query: SearchQuery, _ start: ListAnchor.Start, _ count: Int
  ) async throws(Failure) -> ListedWindow {
    let rulings = try await rules.rulings(on: query.words, query: nil)
    guard !rulings.bans(query), let pattern = query.pattern.under(rulings) else {
      return ListedWindow(products: [], hasNext: false, total: 0)
    }
    let filter = SearchFilter(onlyWonAndDollars: true)
    let overview = try await search.overview(pattern, filter, withFacets: false)
    let total = overview.total.count
    guard start.skip <= Self.searchOffsetMax else {
      return ListedWindow(products: [], hasNext: false, total: total)
    }
    var wanted = ProductSearch(
      pattern: pattern, sort: .newest, filter: filter, skip: Int(start.skip), limit: count + 1)
    if start.ceiling < .max { wanted.position = ProductPosition(rank: 0, id: start.ceiling + 1) }
    let products = try await search.page(wanted).map(\.product)
    return ListedWindow(
      products: Array(products.prefix(count)), hasNext: products.count > count, total: total)
  }

  /// The anchor for the client; nil if it should keep the one that it has.
  package func anchor(of page: ListedPage) -> String? {
    page.place.map { anchors.text($0, of: page.list) }
  }
}

/// A page of a list with the place for its anchor.
package struct ListedPage: Sendable {
  package let window: ListedWindow
  /// The value that ``ListProducts/anchor(of:)`` signs.
  fileprivate let place: ListAnchor?
  fileprivate let list: ProductList
}

extension ListAnchor {
  /// Nil after the end of the list: there is no page to continue from.
  ///
  /// A client that begins in the middle has not seen the first product, so no product is too new
  /// for it.
  init?(after listed: ListedWindow, offset: Int64, anchor: ListAnchor?) {
    guard let first = listed.products.first, let last = listed.products.last else { return nil }
    self.init(
      newest: offset == 0 ? first.id : anchor?.newest ?? .max, offset: offset, first: first.id,
      last: last.id, count: listed.products.count)
  }
}

/// Anchors as signed text.
struct ListAnchors: Sendable {
  private static let form: UInt8 = 1
  private let signer: any Signer
  private let signed: SignedToken

  init(signer: any Signer) {
    self.signer = signer
    signed = SignedToken(signer: signer, purpose: .listAnchor)
  }

  func text(_ anchor: ListAnchor, of list: ProductList) -> String {
    var bytes = bytes(list)
    for number in [
      anchor.newest, anchor.offset, anchor.first, anchor.last, Int64(anchor.count),
    ] {
      bytes.append(integer: number)
    }
    return signed.text(bytes)
  }

  /// Nil for a text that we did not sign, or of another list.
  func anchor(_ text: String, of list: ProductList) -> ListAnchor? {
    let wanted = bytes(list)
    guard let bytes = signed.bytes(text), bytes.starts(with: wanted) else { return nil }
    var reader = ByteReader(bytes, from: wanted.count)
    guard
      let newest = reader.integer(), let offset = reader.integer(),
      let first = reader.integer(), let last = reader.integer(), let count = reader.integer(),
      reader.isAtEnd
    else { return nil }
    return ListAnchor(
      newest: newest, offset: offset, first: first, last: last,
      count: Int(truncatingIfNeeded: count))
  }

  /// The format and the list. No list's bytes begin another list's: the number fixes the rest.
  private func bytes(_ list: ProductList) -> [UInt8] {
    var bytes: [UInt8] = []
    // Room for the five numbers of a place.
    bytes.reserveCapacity(72)
    bytes.append(Self.form)
    switch list {
    case .counted(.wonAndDollars): bytes.append(integer: 0)
    case .counted(.won): bytes.append(integer: 1)
    case .found(let query):
      bytes.append(integer: 2)
      bytes.append(tag: signer.fingerprint(of: Array(query.folded.text.utf8)))
    case .nothing: bytes.append(integer: 3)
    }
    return bytes
  }
}
