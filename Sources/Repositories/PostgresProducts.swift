package import Domain
package import Postgres
package import UseCases

/// Products in `moa.products`, their images in `moa.product_images`.
package struct PostgresProducts: ProductRepository {
  private let pool: Pool
  private let summaries = CardMemo<ProductSummary> { $0.card(of: $1) }

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  // MARK: Reading

  package func page(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [ProductSummary] {
    try await listed(query, position, limit) { [summaries] found throws(PostgresError) in
      try found.map { row throws(PostgresError) in try ProductRow.card(&row, summaries) }
    }
  }

  package func outlines(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> ProductOutlines {
    try await listed(query, position, limit) { found throws(PostgresError) in
      var outlines = ProductOutlines()
      outlines.reserveCapacity(found.count)
      try found.forEach { row throws(PostgresError) in try ProductRow.outline(&row, &outlines) }
      return outlines
    }
  }

  private func listed<Products>(
    _ query: ProductQuery, _ position: ProductPosition?, _ limit: Int,
    _ gather: @escaping (borrowing FoundRows) throws(PostgresError) -> Products
  ) async throws(Failure) -> Products {
    do throws(PostgresError) {
      guard query != ProductQuery() else {
        let newest = ProductStatements.Newest(id: position?.id ?? .max, limit: limit)
        return try await pool.gather(ProductStatements.newest, newest, gather)
      }
      let shelves = Shelves(query, after: position, limit: limit)
      return try await pool.gather(Self.statement(for: query), shelves, gather)
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
    do throws(PostgresError) {
      return switch window.list {
      case .all: try await self.window(window, .ofAll)
      case .won: try await self.window(window, .ofWon)
      case .named(let text): try await search(text, window)
      }
    } catch { throw Failure(error) }
  }

  /// One product more than is wanted tells whether something stands behind them.
  private func window(
    _ window: ListWindow, _ statements: CountedStatements
  ) async throws(PostgresError) -> ListedWindow {
    let limit = window.count + 1
    let rows =
      switch window.finding {
      case .beginning: try await counted(statements.stretch, .init(ceiling: .max, limit: limit))
      case .from(let first):
        try await counted(statements.stretch, .init(ceiling: first, limit: limit))
      case .behind(let last):
        try await counted(statements.stretch, .init(ceiling: Self.behind(last), limit: limit))
      case .counting(.max):
        try await counted(statements.leap, .init(skip: window.offset, limit: limit))
      case .counting(let newest):
        try await counted(
          statements.anchoredLeap, .init(ceiling: newest, skip: window.offset, limit: limit))
      }
    // Leaps say nothing about an order, so as not to be sorted by the database.
    let products = rows.compactMap(\.product).descending(by: \.id)
    return ListedWindow(
      products: Array(products.prefix(window.count)), hasNext: products.count > window.count,
      total: rows.lazy.compactMap(\.total).first ?? 0)
  }

  private func counted<Parameters>(
    _ statement: Statement<Parameters, CountedProduct>, _ parameters: Parameters
  ) async throws(PostgresError) -> [CountedProduct] {
    let decode = { @Sendable [summaries] (row: inout RowDecoder) throws(PostgresError) in
      try ProductRow.counted(&row, summaries)
    }
    return try await pool.rows(statement.decoding(decode), parameters)
  }

  private func search(
    _ text: String, _ window: ListWindow
  ) async throws(PostgresError) -> ListedWindow {
    let decode = { @Sendable [summaries] (row: inout RowDecoder) throws(PostgresError) in
      try ProductSearchStatement.found(&row, summaries)
    }
    let rows = try await pool.rows(
      ProductSearchStatement.window.decoding(decode), Self.search(text, window))
    let products = rows.compactMap(\.counted.product)
    return ListedWindow(
      products: Array(products.prefix(window.count)), hasNext: products.count > window.count,
      total: rows.first?.counted.total ?? 0, searchedFrom: rows.first?.searchedFrom)
  }

  private static func search(_ text: String, _ window: ListWindow) -> ProductSearchStatement.Search
  {
    let (newest, ceiling, skip): (Int64, Int64, Int64) =
      switch window.finding {
      case .beginning: (.max, .max, 0)
      case .from(let first): (window.anchor?.newest ?? .max, first, 0)
      case .behind(let last): (window.anchor?.newest ?? .max, behind(last), 0)
      case .counting(let newest): (newest, .max, window.offset)
      }
    return .init(
      text: text, newest: newest, ceiling: ceiling, skip: skip, limit: window.count + 1)
  }

  private static func behind(_ id: Int64) -> Int64 { max(id, .min + 1) - 1 }

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

  package func isRemoved(_ id: Int64) async throws(Failure) -> Bool {
    do {
      return try await pool.first(ProductStatements.isRemoved, id) == true
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

extension Array {
  /// These with the greatest key first: as they are where they stand so, as nearly always.
  func descending(by key: (Element) -> some Comparable) -> Self {
    let stand = zip(self, dropFirst()).allSatisfy { key($0) >= key($1) }
    return stand ? self : sorted { key($0) > key($1) }
  }
}

/// The statements that find windows of a list.
private struct CountedStatements: Sendable {
  let stretch: Statement<WindowStatements.Stretch, CountedProduct>
  let leap: Statement<LeapStatements.Leap, CountedProduct>
  let anchoredLeap: Statement<LeapStatements.AnchoredLeap, CountedProduct>

  static let ofAll = CountedStatements(
    stretch: WindowStatements.ofAll, leap: LeapStatements.inAll,
    anchoredLeap: LeapStatements.inAllAnchored)
  static let ofWon = CountedStatements(
    stretch: WindowStatements.ofWon, leap: LeapStatements.inWon,
    anchoredLeap: LeapStatements.inWonAnchored)
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
    try await insert(creation.images)
    guard let id = try await first(ProductWriting.insert, creation) else {
      throw Failure.bug("an inserted product returned no id")
    }
    return try await product(id)
  }

  /// The product, which nobody else changes until the transaction is over.
  ///
  /// - Throws: `notFound`.
  fileprivate func hold(_ id: Int64) async throws -> Product {
    guard try await first(ProductWriting.lock, id) != nil else { throw try await missing(id) }
    return try await product(id)
  }

  /// - Throws: `notFound`.
  fileprivate func product(_ id: Int64) async throws -> Product {
    guard let product = try await product(ProductStatements.find, id) else {
      throw try await missing(id)
    }
    return product
  }

  private func missing(_ id: Int64) async throws -> Failure {
    let isRemoved = try await first(ProductStatements.isRemoved, id) == true
    return .notFound(isRemoved ? .removedProduct(id) : .product("\(id)"))
  }

  fileprivate func revise(_ product: Product, _ revision: ProductRevision) async throws {
    if revision.images != product.images.map({ .kept($0.id) }) {
      try await arrange(revision.images, of: product)
    }
    let cover = revision.images.first.flatMap { image in
      switch image {
      case .kept(let id): product.images.first { $0.id == id }?.picture.digest
      case .new(let image): image.original.digest
      }
    }
    let edit = ProductWriting.Edit(
      id: product.id, draft: revision.draft, updatedAt: revision.updatedAt, cover: cover)
    try await execute(ProductWriting.update, edit)
  }

  private func arrange(_ images: [ArrangedImage], of product: Product) async throws {
    let kept = images.compactMap(\.keptID)
    guard !images.isEmpty, Set(kept).count == kept.count,
      Set(kept).isSubset(of: product.images.map(\.id))
    else {
      throw Failure.bug("a revision names other images than the product has")
    }
    try await insert(images.compactMap { if case .new(let image) = $0 { image } else { nil } })
    try await execute(ProductWriting.deferPositions)
    try await execute(ProductWriting.arrange, .init(id: product.id, images: images))
  }

  /// What several bring at once is taken in by all of them in the same order.
  private func insert(_ images: [PreparedImage]) async throws {
    let images = Dictionary(images.map { ($0.original.digest, $0) }) { first, _ in first }
    for image in images.values.sorted(by: { $0.original.digest.hex < $1.original.digest.hex }) {
      try await insert(image, isKept: false)
    }
  }
}
