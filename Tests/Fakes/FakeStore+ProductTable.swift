package import Domain
package import UseCases

// Products as administrators see them.
extension FakeStore {
  package func restore(
    _ id: Int64, removedAfter limit: Timestamp, at instant: Timestamp,
    once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product> {
    try writing(
      once,
      changing: { state throws(Failure) in
        guard let (removed, at) = state.formerProducts[id], at > limit else {
          let product = try state.open(id)
          try decide(product)
          return (product, product)
        }
        try decide(removed)
        try state.checkNumbers(of: removed.draft, vendor: removed.vendor, except: id)
        let keys = (state.products + state.hiddenProducts.values)
          .filter { $0.vendor.id == removed.vendor.id }.compactMap(\.draft.details.key)
        if let key = removed.draft.details.key, keys.contains(key) {
          throw .conflict(.productKeyTaken)
        }
        let revision = ProductRevision(
          draft: removed.draft, images: [], updatedAt: max(instant, removed.summary.updatedAt))
        // The removal had a version, too.
        let product = removed.revised(revision, removed.images).revised(revision, removed.images)
        state.formerProducts[id] = nil
        state.removedProducts.remove(id)
        state.store(product)
        return (nil, product)
      })
  }

  /// Searches titles only, which suffices for tests.
  package func table(
    _ query: ProductTableQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> ProductTablePage {
    try reading { state throws(Failure) in
      let former = state.formerProducts.values.filter { $0.removedAt > query.removedAfter }
        .map { AdministeredProduct($0.product, removedAt: $0.removedAt) }
      let open = (state.products + state.hiddenProducts.values).map { AdministeredProduct($0) }
      if let ids = query.ids {
        let chosen = open.filter { ids.contains($0.product.id) }
          .sorted { $0.product.id > $1.product.id }
        return ProductTablePage(products: chosen, next: nil)
      }
      let found = (query.status == .removed ? former : open).filter { query.shows($0) }
        .map { (product: $0, position: query.position(of: $0)) }
        .filter { row in position.map { query.comes($0, before: row.position) } ?? true }
        .sorted { query.comes($0.position, before: $1.position) }
      let shown = found.prefix(limit)
      return ProductTablePage(
        products: shown.map(\.product), next: found.count > limit ? shown.last?.position : nil)
    }
  }
}

extension FakeStore {
  package func counts(
    removedAfter instant: Timestamp
  ) async throws(Failure) -> [ProductTableQuery.Status: Int] {
    var counts: [ProductTableQuery.Status: Int] = [:]
    for status in ProductTableQuery.Status.allCases {
      let query = ProductTableQuery(status: status, removedAfter: instant)
      counts[status] = try await table(query, after: nil, limit: .max - 1).products.count
    }
    return counts
  }
}

extension ProductTableQuery {
  fileprivate func shows(_ row: AdministeredProduct) -> Bool {
    let draft = row.product.draft
    let isOfStatus =
      switch status {
      case nil, .removed: true
      case .shown: !draft.isHidden
      case .hidden: draft.isHidden
      case .soldOut: !draft.isHidden && draft.stock.isSoldOut
      case .withoutPictures: row.product.images.isEmpty
      }
    let title = FoldedText(draft.name.text).compact
    let words = search?.words ?? []
    return isOfStatus && vendor.map { $0 == row.product.vendor.identifier } ?? true
      && words.allSatisfy(title.contains)
  }

  fileprivate func position(of row: AdministeredProduct) -> ProductPosition {
    let rank = row.removedAt?.microseconds
    let price = sort == .price ? row.product.draft.price.rank : 0
    return ProductPosition(rank: rank ?? price, id: row.product.id)
  }
}
