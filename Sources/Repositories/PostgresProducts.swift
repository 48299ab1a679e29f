package import Domain
import Postgres
package import UseCases

/// Products in `moa.products`, their images in `moa.product_images`.
extension PostgresStore: ProductRepository {
  // MARK: Reading

  package func cells(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [CellProduct] {
    try await listed(ProductListStatements.cells, query, position, limit)
  }

  package func cells(
    _ query: ProductQuery, among ids: [Int64], limit: Int
  ) async throws(Failure) -> [CellProduct] {
    guard let statement = ProductListStatements.chosen[query.sort] else { return [] }
    var buckets = FilterBuckets(query, after: nil, limit: limit)
    buckets.chosen = ids
    return try await rows(statement, buckets)
  }

  package func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [TileProduct] {
    try await listed(ProductListStatements.tiles, query, position, limit)
  }

  private func listed<Listed>(
    _ statements: ProductListStatements<Listed>, _ query: ProductQuery,
    _ position: ProductPosition?, _ limit: Int
  ) async throws(Failure) -> [Listed] {
    if !query.options.isEmpty, query.event == nil {
      return try await listedByOptions(statements, query, position, limit)
    }
    guard query != ProductQuery(), let statement = statements.statement(for: query) else {
      return try await rows(
        statements.newest, .init(id: position?.id ?? .max, limit: limit))
    }
    return try await rows(statement, FilterBuckets(query, after: position, limit: limit))
  }

  private func listedByOptions<Listed>(
    _ statements: ProductListStatements<Listed>, _ query: ProductQuery,
    _ position: ProductPosition?, _ limit: Int
  ) async throws(Failure) -> [Listed] {
    let buckets = FilterBuckets(query, after: position, limit: limit)
    guard let walk = statements.walkedOfOptions[query.sort],
      let all = statements.allOfOptions[query.sort]
    else { return [] }
    let found = try await rows(walk, buckets)
    return found.count >= limit ? found : try await rows(all, buckets)
  }

  /// Reads one product more than wanted, to tell whether more follow.
  package func window(_ window: NumberedPage) async throws(Failure) -> ListedWindow {
    let found = try await rows(
      NumberedPageStatements.statement(window.list, window.start),
      .init(start: window.start, limit: window.count + 1))
    let products = found.compactMap(\.product).sorted { $0.id > $1.id }
    return ListedWindow(
      products: Array(products.prefix(window.count)), hasNext: products.count > window.count,
      total: found.first?.total ?? 0)
  }

  package func find(_ id: Int64) async throws(Failure) -> Product? {
    try Product(try await rows(ProductStatements.find, id))
  }

  package func findForWriting(_ id: Int64) async throws(Failure) -> Product? {
    try Product(try await rows(ProductStatements.findForWriting, id))
  }

  package func find(_ code: ProductCode) async throws(Failure) -> Product? {
    try Product(try await rows(ProductStatements.findByCode, code))
  }

  package func isRemoved(_ id: Int64) async throws(Failure) -> Bool {
    try await first(ProductStatements.isRemoved, id) == true
  }

  /// The failure for a product that was removed or never existed.
  func missing(_ id: Int64) async throws(Failure) -> Failure {
    .notFound(.product(id, isRemoved: try await isRemoved(id)))
  }

  // MARK: Writing

  package func add(
    _ creation: ProductCreation, once: RecordedWrite<Product>?
  ) async throws(Failure) -> Written<Product> {
    try await transaction { transaction in
      try await transaction.once(once, changing: { (nil, try await transaction.add(creation)) })
    }
  }

  package func change(
    _ id: Int64, once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> ProductRevision
  ) async throws(Failure) -> Written<Product> {
    try await transaction { transaction in
      try await transaction.once(
        once,
        changing: {
          let product = try await transaction.hold(id)
          return (product, try await transaction.revise(product, decide(product)))
        })
    }
  }

  package func remove(
    _ id: Int64, at instant: Timestamp, once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product> {
    try await transaction { transaction in
      try await transaction.once(
        once,
        changing: {
          let product = try await transaction.hold(id)
          try decide(product)
          try await transaction.remove(product, at: instant)
          return (product, nil)
        })
    }
  }

  package func restore(
    _ id: Int64, removedAfter limit: Timestamp, at instant: Timestamp,
    once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product> {
    try await transaction { transaction in
      try await transaction.once(
        once,
        changing: {
          guard try await transaction.first(ProductWriting.lockRemoved, (id, limit)) != nil else {
            let product = try await transaction.hold(id)
            try decide(product)
            return (product, product)
          }
          let stored = try await transaction.rows(ProductStatements.findAllForWriting, [id])
          guard let removed = try Product(stored) else {
            throw Failure.bug("a product that was held is gone")
          }
          try decide(removed)
          try await transaction.execute(ProductWriting.restore, (id, instant))
          let product = try await transaction.product(id)
          try await transaction.search(
            id, as: SearchDocument(shown: product.draft), not: nil,
            isSoldOut: product.draft.stock.isSoldOut)
          return (nil, product)
        })
    }
  }
}

extension SearchDocument {
  /// Nil for a hidden product.
  fileprivate init?(shown draft: ProductDraft) {
    if draft.isHidden { return nil }
    self.init(draft)
  }
}

extension Transaction {
  /// Stores a product with its images, and returns it as stored.
  func add(_ creation: ProductCreation) async throws -> Product {
    try await insert(creation.images, isKept: false)
    guard let id = try await first(ProductWriting.insert, creation) else {
      throw Failure.bug("an inserted product returned no id")
    }
    if let variants = creation.draft.variants {
      try await replaceVariants(
        variants, of: id, vendor: creation.vendor.id,
        images: creation.images.map(\.original.digest))
    }
    return try await product(id)
  }

  /// Locks a product until the end of the transaction, and returns it.
  ///
  /// - Throws: `notFound`.
  fileprivate func hold(_ id: Int64) async throws -> Product {
    guard try await first(ProductWriting.lock, id) != nil else { throw try await missing(id) }
    return try await product(id)
  }

  /// - Throws: `notFound`.
  fileprivate func product(_ id: Int64) async throws -> Product {
    guard let product = try Product(try await rows(ProductStatements.findForWriting, id)) else {
      throw try await missing(id)
    }
    return product
  }

  /// Changes by which texts a product is found; nil: by none.
  fileprivate func search(
    _ id: Int64, as new: SearchDocument?, not old: SearchDocument?, isSoldOut: Bool = false
  ) async throws {
    if let new {
      try await execute(
        ProductWriting.searchAnew,
        .init(id: id, oldTerms: old?.terms ?? [], new: new, isSoldOut: isSoldOut))
    } else if let old {
      try await execute(ProductWriting.unfind, (id, old.terms))
    }
  }

  private func missing(_ id: Int64) async throws -> Failure {
    .notFound(.product(id, isRemoved: try await first(ProductStatements.isRemoved, id) == true))
  }

  /// Removes a product that is held.
  func remove(_ product: Product, at instant: Timestamp) async throws {
    let terms = SearchDocument(product.draft).terms
    try await execute(ProductWriting.remove, .init(id: product.id, instant: instant, terms: terms))
  }

  /// Changes a product that is held, and returns it as stored.
  func revise(
    _ product: Product, _ revision: ProductRevision
  ) async throws -> Product {
    let isArranged = revision.images != product.images.map { .kept($0.id) }
    if isArranged { try await arrange(revision.images, of: product) }
    let images = product.digests(of: revision.images)
    let variants = revision.draft.variants
    // The same numbers may be those of other images now.
    if variants != product.draft.variants || (isArranged && variants != nil) {
      try await replaceVariants(
        variants, of: product.id, vendor: product.vendor.id, images: images)
    }
    let isSoldOut = revision.draft.stock.isSoldOut
    let old = SearchDocument(shown: product.draft)
    let new = SearchDocument(shown: revision.draft)
    if old != new {
      try await search(product.id, as: new, not: old, isSoldOut: isSoldOut)
    } else if isSoldOut != product.draft.stock.isSoldOut, !revision.draft.isHidden {
      try await execute(ProductWriting.showStock, (product.id, isSoldOut))
    }
    let edit = ProductWriting.Edit(
      id: product.id, draft: revision.draft, updatedAt: revision.updatedAt, cover: images.first)
    guard let revised = try Product(try await rows(ProductWriting.update, edit)) else {
      throw Failure.bug("a product that was held is gone")
    }
    return revised
  }

  private func arrange(_ images: [ArrangedImage], of product: Product) async throws {
    let kept = images.compactMap(\.keptID)
    guard !images.isEmpty, Set(kept).count == kept.count,
      Set(kept).isSubset(of: product.images.map(\.id))
    else {
      throw Failure.bug("a revision names other images than the product has")
    }
    let new = images.compactMap { if case .new(let image) = $0 { image } else { nil } }
    try await insert(new, isKept: false)
    try await execute(ProductWriting.deferPositions)
    try await execute(ProductWriting.arrange, .init(id: product.id, images: images))
  }
}
