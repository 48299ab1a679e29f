package import Domain
package import Postgres
package import UseCases

/// Products in `moa.products`, their images in `moa.product_images`.
package struct PostgresProducts: ProductRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  // MARK: Reading

  package func page(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [ProductSummary] {
    do throws(PostgresError) {
      guard query != ProductQuery() else {
        let newest = ProductStatements.Newest(id: position?.id ?? .max, limit: limit)
        return try await pool.rows(ProductStatements.newest, newest)
      }
      let shelves = Shelves(query, after: position, limit: limit)
      return try await pool.rows(Self.statement(for: query), shelves)
    } catch { throw Failure(error) }
  }

  private static func statement(for query: ProductQuery) -> Statement<Shelves, ProductSummary> {
    switch (query.sort, query.vendor != nil) {
    case (.newest, false): ShelfStatements.newest
    case (.newest, true): VendorShelfStatements.newest
    case (.priceAscending, false): ShelfStatements.cheapest
    case (.priceAscending, true): VendorShelfStatements.cheapest
    case (.priceDescending, false): ShelfStatements.dearest
    case (.priceDescending, true): VendorShelfStatements.dearest
    }
  }

  package func newestOnSale(limit: Int) async throws(Failure) -> [ProductSummary] {
    try await page(ProductQuery(onlyOnSale: true), after: nil, limit: limit)
  }

  package func window(_ window: ListWindow) async throws(Failure) -> ListedWindow {
    let statement =
      switch window.list {
      case .all: ProductStatements.windowOfAll
      case .won: ProductStatements.windowOfWon
      }
    do {
      let rows = try await pool.rows(statement, ProductStatements.Window(window))
      let products = rows.compactMap(\.product)
      return ListedWindow(
        products: Array(products.prefix(window.count)),
        hasNext: products.count > window.count, total: rows.first?.total ?? 0)
    } catch { throw Failure(error) }
  }

  package func search(_ search: ProductSearch) async throws(Failure) -> ListedWindow {
    do {
      let rows = try await pool.rows(ProductSearchStatement.window, search)
      let products = rows.compactMap(\.product)
      let total = rows.first?.total ?? 0
      return ListedWindow(
        products: products, hasNext: search.offset < total - Int64(products.count), total: total)
    } catch { throw Failure(error) }
  }

  package func find(_ id: Int64) async throws(Failure) -> Product? {
    do {
      return try await pool.first(ProductStatements.find, id).map(Product.init)
    } catch { throw Failure(error) }
  }

  package func find(_ code: ProductCode) async throws(Failure) -> Product? {
    do {
      return try await pool.first(ProductStatements.findByCode, code).map(Product.init)
    } catch { throw Failure(error) }
  }

  // MARK: Writing

  package func add(
    _ creation: ProductCreation, once: OnceOnly<Product>?
  ) async throws(Failure) -> Written<Product> {
    try await pool.repeatableTransaction { transaction in
      try await transaction.once(once) { try await transaction.add(creation) }
    }
  }

  package func change(
    _ id: Int64, once: OnceOnly<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> ProductRevision
  ) async throws(Failure) -> Written<Product> {
    try await pool.repeatableTransaction { transaction in
      try await transaction.once(once) {
        let product = try await transaction.hold(id)
        try await transaction.revise(product, decide(product))
        return try await transaction.product(id)
      }
    }
  }

  package func remove(
    _ id: Int64, at instant: Timestamp, once: OnceOnly<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product> {
    try await pool.repeatableTransaction { transaction in
      try await transaction.once(once) {
        let product = try await transaction.hold(id)
        try decide(product)
        let removal = ProductWriting.Removal(id: id, instant: instant)
        try await transaction.execute(ProductWriting.remove, removal)
        return product
      }
    }
  }
}

extension ProductStatements.Window {
  /// One product more than is wanted tells whether something stands behind them.
  fileprivate init(_ window: ListWindow) {
    switch window.anchor?.finding(window) ?? .counting(newest: .max) {
    case .beginning: self.init(ceiling: .max, skip: 0, limit: window.count + 1)
    case .from(let first): self.init(ceiling: first, skip: 0, limit: window.count + 1)
    case .behind(let last):
      self.init(ceiling: max(last, .min + 1) - 1, skip: 0, limit: window.count + 1)
    case .counting(let newest):
      self.init(ceiling: newest, skip: window.offset, limit: window.count + 1)
    }
  }
}

extension Transaction {
  /// Stores a product with its images and gives it as it was stored.
  func add(_ creation: ProductCreation) async throws -> Product {
    let images = Dictionary(creation.images.map { ($0.original.digest, $0) }) { first, _ in first }
    for image in images.values.sorted(by: { $0.original.digest.hex < $1.original.digest.hex }) {
      try await insert(image, isKept: false)
    }
    guard let id = try await first(ProductWriting.insert, creation) else {
      throw Failure.bug("an inserted product returned no id")
    }
    return try await product(id)
  }

  /// The product, which nobody else changes until the transaction is over.
  ///
  /// - Throws: `notFound`.
  fileprivate func hold(_ id: Int64) async throws -> Product {
    guard try await first(ProductWriting.lock, id) != nil else { throw Failure.notFound }
    return try await product(id)
  }

  /// - Throws: `notFound`.
  fileprivate func product(_ id: Int64) async throws -> Product {
    guard let row = try await first(ProductStatements.find, id) else { throw Failure.notFound }
    return try Product(row)
  }

  fileprivate func revise(_ product: Product, _ revision: ProductRevision) async throws {
    guard revision.imageIDs.sorted() == product.images.map(\.id).sorted() else {
      throw Failure.bug("a revision names other images than the product has")
    }
    if revision.imageIDs != product.images.map(\.id) {
      try await execute(ProductWriting.deferPositions)
      let order = ProductWriting.Order(id: product.id, imageIDs: revision.imageIDs)
      try await execute(ProductWriting.order, order)
    }
    let cover = product.images.first { $0.id == revision.imageIDs.first }
    let edit = ProductWriting.Edit(
      id: product.id, draft: revision.draft, updatedAt: revision.updatedAt,
      cover: cover?.picture.digest)
    try await execute(ProductWriting.update, edit)
  }
}
