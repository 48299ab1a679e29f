package import Domain
package import Postgres
package import UseCases

/// Products in `moa.products`, their images in `moa.product_images`.
package struct PostgresProducts: ProductRepository {
  private let pool: Pool
  private let summaries = CardMemo<ProductSummary> { $0.card(of: $1) }
  private let outlines = CardMemo<ProductOutline> { $0.outline(of: $1) }

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  // MARK: Reading

  package func page(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [ProductSummary] {
    do throws(PostgresError) {
      return try await page(query, position, limit, summaries)
    } catch { throw Failure(error) }
  }

  package func outlines(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [ProductOutline] {
    do throws(PostgresError) {
      return try await page(query, position, limit, outlines)
    } catch { throw Failure(error) }
  }

  private func page<Row: Sendable>(
    _ query: ProductQuery, _ position: ProductPosition?, _ limit: Int, _ memo: CardMemo<Row>
  ) async throws(PostgresError) -> [Row] {
    let decode = { @Sendable (row: inout RowDecoder) throws(PostgresError) in
      try ProductRow.card(&row, memo)
    }
    guard query != ProductQuery() else {
      let newest = ProductStatements.Newest(id: position?.id ?? .max, limit: limit)
      return try await pool.rows(ProductStatements.newest.decoding(decode), newest)
    }
    let shelves = Shelves(query, after: position, limit: limit)
    return try await pool.rows(Self.statement(for: query).decoding(decode), shelves)
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
    do {
      let rows = try await rows(of: window)
      let products = rows.compactMap(\.product)
      return ListedWindow(
        products: Array(products.prefix(window.count)),
        hasNext: products.count > window.count, total: rows.lazy.compactMap(\.total).first ?? 0)
    } catch { throw Failure(error) }
  }

  /// One product more than is wanted tells whether something stands behind them.
  private func rows(of window: ListWindow) async throws(PostgresError) -> [CountedProduct] {
    let limit = window.count + 1
    let counting = ListAnchor.Finding.counting(newest: .max)
    switch window.anchor?.finding(window) ?? (window.offset == 0 ? .beginning : counting) {
    case .beginning:
      return try await stretch(of: window.list, .init(ceiling: .max, limit: limit))
    case .from(let first):
      return try await stretch(of: window.list, .init(ceiling: first, limit: limit))
    case .behind(let last):
      let ceiling = max(last, .min + 1) - 1
      return try await stretch(of: window.list, .init(ceiling: ceiling, limit: limit))
    case .counting(.max):
      return try await leap(in: window.list, .init(skip: window.offset, limit: limit))
    case .counting(let newest):
      let leap = LeapStatements.AnchoredLeap(
        ceiling: newest, skip: window.offset, limit: limit)
      return try await anchoredLeap(in: window.list, leap)
    }
  }

  private func counted<Parameters>(
    _ statement: Statement<Parameters, CountedProduct>, _ parameters: Parameters
  ) async throws(PostgresError) -> [CountedProduct] {
    let decode = { @Sendable [summaries] (row: inout RowDecoder) throws(PostgresError) in
      try ProductRow.counted(&row, summaries)
    }
    return try await pool.rows(statement.decoding(decode), parameters)
  }

  private func stretch(
    of list: ProductList, _ stretch: WindowStatements.Stretch
  ) async throws(PostgresError) -> [CountedProduct] {
    switch list {
    case .all: try await counted(WindowStatements.ofAll, stretch)
    case .won: try await counted(WindowStatements.ofWon, stretch)
    }
  }

  private func leap(
    in list: ProductList, _ leap: LeapStatements.Leap
  ) async throws(PostgresError) -> [CountedProduct] {
    switch list {
    case .all: try await counted(LeapStatements.inAll, leap)
    case .won: try await counted(LeapStatements.inWon, leap)
    }
  }

  private func anchoredLeap(
    in list: ProductList, _ leap: LeapStatements.AnchoredLeap
  ) async throws(PostgresError) -> [CountedProduct] {
    switch list {
    case .all: try await counted(LeapStatements.inAllAnchored, leap)
    case .won: try await counted(LeapStatements.inWonAnchored, leap)
    }
  }

  package func search(_ search: ProductSearch) async throws(Failure) -> ListedWindow {
    do {
      let rows = try await counted(ProductSearchStatement.window, search)
      let products = rows.compactMap(\.product)
      let total = rows.first?.total ?? 0
      return ListedWindow(
        products: products, hasNext: search.offset < total - Int64(products.count), total: total)
    } catch { throw Failure(error) }
  }

  package func find(_ id: Int64) async throws(Failure) -> Product? {
    do {
      return try await pool.product(ProductStatements.find, id)
    } catch { throw Failure(error) }
  }

  package func find(_ code: ProductCode) async throws(Failure) -> Product? {
    do {
      return try await pool.product(ProductStatements.findByCode, code)
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

extension StatementExecutor {
  /// The product that `statement` finds.
  fileprivate func product<Key: Sendable>(
    _ statement: Statement<Key, StoredProduct>, _ key: Key
  ) async throws -> Product? {
    guard let row = try await first(statement, key) else { return nil }
    if let images = row.images { return try Product(row, images: images) }
    let images = try await first(ProductStatements.pictures, row.summary.id) ?? []
    return try Product(row, images: images)
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
    guard let product = try await product(ProductStatements.find, id) else {
      throw Failure.notFound
    }
    return product
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
