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
          return (product, try await transaction.revise([(product, decide(product))]).first)
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
          try await transaction.remove([product], at: instant)
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
          if !product.draft.isHidden {
            try await transaction.execute(
              ProductWriting.searchAnew,
              [
                .init(
                  id: id, oldTerms: [], new: SearchDocument(product.draft),
                  isSoldOut: product.draft.stock.isSoldOut)
              ])
          }
          return (nil, product)
        })
    }
  }
}

extension Transaction {
  /// Stores a product with its images, and returns it as stored.
  func add(_ creation: ProductCreation) async throws -> Product {
    try await insert(creation.images, isKept: false)
    let new = ProductWriting.New(creation)
    guard let id = try await insert([new]).first else { throw Failure.bug("no id") }
    return try await product(id)
  }

  /// Stores products whose images are stored, and returns their ids, in their order.
  func insert(_ new: [ProductWriting.New]) async throws -> [Int64] {
    let ids = try await rows(ProductWriting.insert, new)
    guard ids.count == new.count else { throw Failure.bug("an inserted product returned no id") }
    let variants = zip(ids, new).compactMap { id, product in
      product.draft.variants.map { variants in
        VariantWriting.Replacement(
          product: id, vendor: product.vendor, variants: variants, images: product.images)
      }
    }
    try await execute(VariantWriting.replace, variants)
    return ids
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

  private func missing(_ id: Int64) async throws -> Failure {
    .notFound(.product(id, isRemoved: try await first(ProductStatements.isRemoved, id) == true))
  }

  /// Removes products that are held.
  func remove(_ products: [Product], at instant: Timestamp) async throws {
    try await execute(
      ProductWriting.remove,
      products.map {
        .init(id: $0.id, instant: instant, terms: SearchDocument($0.draft).terms)
      })
  }

  /// Changes products that are held, each once, and returns them as stored, in their order.
  func revise(
    _ revisions: [(product: Product, revision: ProductRevision)]
  ) async throws -> [Product] {
    let changes = revisions.map { ProductChange($0.product, $0.revision) }
    try await arrange(changes.filter(\.isArranged))
    try await execute(VariantWriting.replace, changes.compactMap(\.variants))
    try await execute(ProductWriting.searchAnew, changes.compactMap(\.renaming))
    try await execute(ProductWriting.unfind, changes.compactMap(\.hiding))
    let stored = try await rows(ProductWriting.update, changes.map(\.edit))
    let revised = Dictionary(try [Product](stored).map { ($0.id, $0) }) { first, _ in first }
    return try changes.map { change in
      guard let product = revised[change.product.id] else {
        throw Failure.bug("a product that was held is gone")
      }
      return product
    }
  }

  private func arrange(_ changes: [ProductChange]) async throws {
    guard !changes.isEmpty else { return }
    for change in changes {
      let kept = change.arrangement.images.compactMap(\.keptID)
      guard !change.images.isEmpty, Set(kept).count == kept.count,
        Set(kept).isSubset(of: change.product.images.map(\.id))
      else {
        throw Failure.bug("a revision names other images than the product has")
      }
    }
    let new = changes.flatMap(\.arrangement.images).compactMap { image in
      if case .new(let image) = image { image } else { nil }
    }
    try await insert(new, isKept: false)
    try await execute(ProductWriting.deferPositions)
    try await execute(ProductWriting.arrange, changes.map(\.arrangement))
  }
}

extension ProductWriting.New {
  init(_ creation: ProductCreation) {
    self.init(
      vendor: creation.vendor.id, draft: creation.draft,
      images: creation.images.map(\.original.digest), createdAt: creation.createdAt)
  }
}

/// A product that is held, and the writes that change it.
private struct ProductChange {
  let product: Product
  let arrangement: ProductWriting.Arrangement
  let edit: ProductWriting.Edit
  /// The digests of all images after the change.
  let images: [ImageDigest]

  init(_ product: Product, _ revision: ProductRevision) {
    self.product = product
    images = product.digests(of: revision.images)
    arrangement = .init(id: product.id, images: revision.images)
    edit = .init(
      id: product.id, draft: revision.draft, updatedAt: revision.updatedAt, cover: images.first)
  }

  var isArranged: Bool { arrangement.images != product.images.map { .kept($0.id) } }

  var variants: VariantWriting.Replacement? {
    let variants = edit.draft.variants
    // The same numbers may be those of other images now.
    guard variants != product.draft.variants || isArranged && variants != nil else { return nil }
    return .init(
      product: product.id, vendor: product.vendor.id, variants: variants, images: images)
  }

  /// Nil for a product that is found by the same texts as before, or hidden.
  var renaming: ProductWriting.Renaming? {
    let (old, new) = (product.draft, edit.draft)
    let (from, to) = (old.details, new.details)
    let isAlike = (old.name, from.brand, from.maker) == (new.name, to.brand, to.maker)
    guard !new.isHidden, old.isHidden || !isAlike else { return nil }
    return .init(
      id: product.id, oldTerms: old.isHidden ? [] : SearchDocument(old).terms,
      new: SearchDocument(new), isSoldOut: new.stock.isSoldOut)
  }

  /// The terms of a product that was found before.
  var hiding: (id: Int64, terms: [String])? {
    guard edit.draft.isHidden, !product.draft.isHidden else { return nil }
    return (product.id, SearchDocument(product.draft).terms)
  }
}
