package import Domain
package import Postgres
package import UseCases

/// Adds very many products at once, for load tests: by `copy`, all or none.
package struct PostgresProductLoad: Sendable {
  /// Products that are made and sent at a time.
  static let batch = 5_000
  /// From this many products on, indexes are rebuilt instead of updated, which saves two thirds of
  /// the time for a million products. Products cannot be read meanwhile.
  package static let indexesAsideMin = 100_000

  private let store: PostgresStore

  /// Calls must come from the loop of `pool`.
  package init(_ pool: Pool) {
    store = PostgresStore(pool)
  }

  /// A product as it is loaded.
  package struct Item: Sendable {
    package let vendorID: Int64
    package let draft: ProductDraft
    /// The digest of a stored image.
    package let image: ImageDigest
    package let reviews: ReviewScore
    package let createdAt: Timestamp

    package init(
      vendorID: Int64, draft: ProductDraft, image: ImageDigest, reviews: ReviewScore,
      createdAt: Timestamp
    ) {
      self.vendorID = vendorID
      self.draft = draft
      self.image = image
      self.reviews = reviews
      self.createdAt = createdAt
    }
  }

  /// Creates vendors, unless they exist; returns their ids in order.
  ///
  /// - Parameter secretHash: the hash for all of them; it may be one that no secret has.
  package func add(
    vendors: [(identifier: VendorIdentifier, name: Title)], secretHash: String,
    at instant: Timestamp
  ) async throws(Failure) -> [Int64] {
    try await store.transaction { transaction in
      var ids: [Int64] = []
      for (identifier, name) in vendors {
        let vendor = ProductLoadStatements.NewVendor(
          identifier: identifier, name: name, secretHash: secretHash, createdAt: instant)
        guard let id = try await transaction.first(ProductLoadStatements.insertVendor, vendor)
        else { throw Failure.bug("an inserted vendor returned no id") }
        ids.append(id)
      }
      return ids
    }
  }

  /// Ids of all item types, in display order.
  package func itemTypes() async throws(Failure) -> [Int64] {
    try await store.rows(ListTables.of(ItemTypeDraft.self).all, ()).compactMap(\.item?.id)
  }

  /// Ids of all item types by their titles in lower case, the first one of a title, and by their
  /// own digits.
  package func itemTypeTitles() async throws(Failure) -> [String: Int64] {
    let items = try await store.rows(ListTables.of(ItemTypeDraft.self).all, ()).compactMap(\.item)
    let titles = items.map { ($0.draft.title.text.lowercased(), $0.id) }
    return Dictionary(titles + items.map { ("\($0.id)", $0.id) }) { first, _ in first }
  }

  /// Adds products with their images, all or none. Other writers of products wait until it ends.
  ///
  /// - Parameters:
  ///   - item: makes the product with this index, from 0 on.
  ///   - setsIndexesAside: whether indexes are dropped and rebuilt, unless the shop has more
  ///     products than are added.
  package func add(
    _ count: Int, setsIndexesAside: Bool, _ item: @escaping @Sendable (Int) throws -> Item
  ) async throws(Failure) {
    try await store.transaction(attemptsMax: 1) { transaction in
      try await transaction.script(ProductLoadIndexes.patience)
      _ = try await transaction.execute(ProductLoadStatements.lock)
      let known = try await transaction.first(ProductLoadStatements.count) ?? 0
      let setsIndexesAside = setsIndexesAside && known < Int64(count)
      if setsIndexesAside { try await transaction.script(ProductLoadIndexes.setAside) }
      var terms: [String: Int64] = [:]
      for start in stride(from: 0, to: count, by: Self.batch) {
        let items = try (start..<min(start + Self.batch, count)).map(item)
        for document in try await add(items, in: transaction) {
          for term in document.terms { terms[term, default: 0] += 1 }
        }
      }
      let counted = SearchTermStatements.counted(terms)
      for start in stride(from: 0, to: counted.count, by: Self.batch) {
        let batch = Array(counted[start..<min(start + Self.batch, counted.count)])
        try await transaction.execute(SearchTermStatements.add, batch)
      }
      if setsIndexesAside { try await transaction.script(ProductLoadIndexes.restore) }
    }
  }

  /// - Returns: the texts by which the products are found.
  private func add(
    _ items: [Item], in transaction: Transaction
  ) async throws -> [SearchDocument] {
    guard let ids = try await transaction.first(ProductLoadStatements.ids, items.count),
      ids.products.count == items.count, ids.images.count == items.count
    else { throw Failure.bug("the store gave no ids") }
    var covers: [ImageDigest: ProductLoadStatements.Cover] = [:]
    for digest in Set(items.map(\.image)) {
      covers[digest] = try await transaction.first(ProductLoadStatements.cover, digest)
    }
    let rows = try zip(items, zip(ids.products, ids.images)).map { item, ids in
      guard let cover = covers[item.image] else { throw Failure.bug("an image was not taken in") }
      return ProductLoadStatements.NewRow(
        id: ids.0, imageID: ids.1, item: item, cover: cover, document: SearchDocument(item.draft))
    }
    try await transaction.copy(ProductLoadStatements.products, rows)
    try await transaction.copy(ProductLoadStatements.images, rows)
    try await transaction.copy(ProductLoadStatements.search, rows)
    return rows.map(\.document)
  }
}
