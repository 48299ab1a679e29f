import ViewData

/// An answer with products, which are replaced when they change.
protocol HoldsProducts {
  /// By id, for comparing.
  var held: [Int64: AnyHashable] { get }

  /// With the newest cells, and without removed products; nil when only the server can make it.
  func replacing(_ changes: [Int64: ProductChange]) -> Self?
}

/// A product in a list.
protocol HeldProduct: Hashable {
  var id: Int64 { get }
  /// The part that is a cell.
  var compared: AnyHashable { get }
  /// Nil when a cell does not have all that is drawn.
  func replaced(by cell: ProductCell) -> Self?
}

extension ProductCell: HeldProduct {
  var compared: AnyHashable { self }
  func replaced(by cell: ProductCell) -> Self? { cell }
}

extension ProductTile: HeldProduct {
  var compared: AnyHashable { self }
  /// A tile has a picture of its own size.
  func replaced(by cell: ProductCell) -> Self? { nil }
}

extension FoundProductCell: HeldProduct {
  var compared: AnyHashable { cell }
  /// Highlights are places in the title.
  func replaced(by cell: ProductCell) -> Self? {
    cell.title == self.cell.title ? Self(cell: cell, highlights: highlights) : nil
  }
}

extension Array: HoldsProducts where Element: HeldProduct {
  var held: [Int64: AnyHashable] {
    Dictionary(map { ($0.id, $0.compared) }) { first, _ in first }
  }

  func replacing(_ changes: [Int64: ProductChange]) -> Self? {
    var items: Self = []
    for item in self {
      guard let change = changes[item.id] else {
        items.append(item)
        continue
      }
      guard let cell = change.cell else { continue }
      guard let newest = item.replaced(by: cell) else { return nil }
      items.append(newest)
    }
    return items
  }
}

extension Listing: HoldsProducts where Item: HeldProduct {
  var held: [Int64: AnyHashable] { items.held }

  func replacing(_ changes: [Int64: ProductChange]) -> Self? {
    items.replacing(changes).map { Self(items: $0, page: page, facets: facets) }
  }
}

extension SearchResult: HoldsProducts {
  var held: [Int64: AnyHashable] { items.held }

  func replacing(_ changes: [Int64: ProductChange]) -> Self? {
    items.replacing(changes).map {
      Self(
        items: $0, total: total, totalIsExact: totalIsExact, correctedQuery: correctedQuery,
        facets: facets, redirect: redirect, page: page)
    }
  }
}

extension ProductDetail: HoldsProducts {
  var held: [Int64: AnyHashable] { [cell.id: self] }
  func replacing(_ changes: [Int64: ProductChange]) -> Self? {
    changes[cell.id] == nil ? self : nil
  }
}

extension AnySection {
  fileprivate var held: [Int64: AnyHashable] {
    guard case .products(let section) = self else { return [:] }
    return section.items.map(\.cell).held
  }

  fileprivate func replacing(_ changes: [Int64: ProductChange]) -> Self {
    guard case .products(let section) = self else { return self }
    let items = section.items.compactMap { item in
      guard let change = changes[item.cell.id] else { return item }
      return change.cell.map { ScreenItem(cellID: item.cellID, cell: $0) }
    }
    return .products(
      ScreenSection(
        id: section.id, kind: section.kind, title: section.title, layout: section.layout,
        items: items, more: section.more))
  }
}

extension [AnySection] {
  fileprivate var held: [Int64: AnyHashable] {
    reduce(into: [:]) { all, section in all.merge(section.held) { first, _ in first } }
  }

  fileprivate func replacing(_ changes: [Int64: ProductChange]) -> Self {
    map { $0.replacing(changes) }
  }
}

extension Screen: HoldsProducts {
  var held: [Int64: AnyHashable] { sections.held }

  func replacing(_ changes: [Int64: ProductChange]) -> Self? {
    Self(sections: sections.replacing(changes))
  }
}

extension EventScreen: HoldsProducts {
  var held: [Int64: AnyHashable] { sections.held }

  func replacing(_ changes: [Int64: ProductChange]) -> Self? {
    Self(event: event, sections: sections.replacing(changes))
  }
}

extension ProductScreen: HoldsProducts {
  var held: [Int64: AnyHashable] {
    sections.held.merging(product.held) { _, detail in detail }
  }

  func replacing(_ changes: [Int64: ProductChange]) -> Self? {
    product.replacing(changes).map { Self(product: $0, sections: sections.replacing(changes)) }
  }
}
