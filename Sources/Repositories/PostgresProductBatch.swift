import Domain
import Postgres
package import UseCases

extension PostgresStore {
  package func write(
    _ batch: ProductBatch, once: RecordedWrite<[ProductOutcome]>?,
    decide: @escaping @Sendable (StoredBatch) throws(Failure) -> [ProductPlan]
  ) async throws(Failure) -> Written<[ProductOutcome]> {
    // Another writer took a key or an SKU meanwhile, so that its product is found now.
    try await againAfterConflict { () async throws(Failure) in
      try await tried(batch, once, decide)
    }
  }

  private func tried(
    _ batch: ProductBatch, _ once: RecordedWrite<[ProductOutcome]>?,
    _ decide: @escaping @Sendable (StoredBatch) throws(Failure) -> [ProductPlan]
  ) async throws(Failure) -> Written<[ProductOutcome]> {
    do {
      return try await pool.transaction(TransactionMode(attemptsMax: 3)) { transaction in
        let written = try await transaction.once(batch.isDryRun ? nil : once) {
          try await transaction.writeBatch(batch, decide)
        }
        if batch.isDryRun { throw TakenBack(written: written) }
        return written
      }
    } catch let end as TakenBack {
      return end.written
    } catch {
      throw Failure(error)
    }
  }

  /// Ends the transaction of a dry run without a commit.
  private struct TakenBack: Error {
    let written: Written<[ProductOutcome]>
  }
}

extension Transaction {
  fileprivate func writeBatch(
    _ batch: ProductBatch, _ decide: @Sendable (StoredBatch) throws(Failure) -> [ProductPlan]
  ) async throws -> [ProductOutcome] {
    let ids = try await rows(ProductBatchStatements.lock, batch)
    let stored = StoredBatch(
      products: try await products(ids),
      images: Set(try await rows(ProductBatchStatements.images, batch.images).compactMap(\.self)),
      itemTypes: Set(try await rows(ProductBatchStatements.itemTypes, batch.itemTypes)),
      skus: try await skus(batch))
    let plans = try decide(stored)
    // A product may take an article number before another that gives it up is written.
    let exchanges = plans.count(where: \.changesVariants) > 1
    if exchanges { try await execute(ProductBatchStatements.deferSKUs) }
    var revised = try await revise(plans.compactMap(\.revision))[...]
    try await remove(plans.compactMap(\.removal), at: batch.instant)
    if exchanges { try await execute(ProductBatchStatements.checkSKUs) }
    let new = plans.compactMap { $0.creation(in: batch) }
    var made = try await products(try await insert(new))[...]
    guard made.count == new.count else { throw Failure.bug("the store lost new products") }
    return plans.map { plan in
      switch plan {
      case .make: .made(made.removeFirst())
      case .revise(let product, _): .changed(from: product, to: revised.removeFirst())
      case .keep(let product): .unchanged(product)
      case .remove(let product): .removed(product)
      case .refuse(let fieldErrors): .refused(fieldErrors)
      }
    }
  }

  private func skus(_ batch: ProductBatch) async throws -> [SKU: Int64] {
    let skus = batch.skus.map { (vendor: batch.vendor.id, sku: $0.text) }
    let owners = try await rows(ProductBatchStatements.skus, skus).map { sku, product in
      (try SKU(stored: sku), product)
    }
    return Dictionary(owners) { first, _ in first }
  }

  /// In the order of their ids.
  private func products(_ ids: [Int64]) async throws -> [Product] {
    guard !ids.isEmpty else { return [] }
    return try [Product](try await rows(ProductStatements.findAllForWriting, ids))
  }
}

extension ProductPlan {
  fileprivate func creation(in batch: ProductBatch) -> ProductWriting.New? {
    guard case .make(let draft, let images) = self else { return nil }
    return .init(vendor: batch.vendor.id, draft: draft, images: images, createdAt: batch.instant)
  }

  fileprivate var revision: (product: Product, revision: ProductRevision)? {
    if case .revise(let product, let revision) = self { (product, revision) } else { nil }
  }

  fileprivate var removal: Product? {
    if case .remove(let product) = self { product } else { nil }
  }

  fileprivate var changesVariants: Bool {
    switch self {
    case .revise(let product, let revision): product.draft.variants != revision.draft.variants
    case .remove(let product): product.draft.variants != nil
    case .make, .keep, .refuse: false
    }
  }
}

/// The statements that write many products at once.
enum ProductBatchStatements {
  /// Locks the products that a batch names, in an order that no other batch contradicts.
  static let lock = Statement<ProductBatch, Int64>(
    """
    select id
    from moa.products
    where vendor_id = $1 and (id = any ($2) or key = any ($3) or code = any ($4))
      and (\(ProductStatements.isOpen("products")))
    order by id
    for no key update
    """, effect: .write,
    bind: { batch, encoder in
      encoder.int8(batch.vendor.id)
      encoder.int8Array(batch.ids)
      encoder.textArray(batch.keys.map(\.text))
      encoder.array(batch.codes.map(\.bytes), of: .uuid)
    },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Locked, so that no sweep removes them before a product shows them.
  static let images = Statement<[ImageDigest], ImageDigest?>(
    """
    select sha256
    from moa.images
    where sha256 = any ($1)
    for key share
    """, effect: .write,
    bind: { digests, encoder in encoder.array(digests.map(\.bytes), of: .bytea) },
    decode: { (row) throws(PostgresError) in ImageDigest(bytes: try row.bytea()) })

  static let itemTypes = Statement<[Int64], Int64>(
    "select id from moa.item_types where id = any ($1)", effect: .read,
    bind: { ids, encoder in encoder.int8Array(ids) },
    decode: { (row) throws(PostgresError) in try row.int8() })

  static let deferSKUs = Statement<Void, Void>(
    "set constraints moa.product_variants_sku_unique deferred", effect: .write)
  static let checkSKUs = Statement<Void, Void>(
    "set constraints moa.product_variants_sku_unique immediate", effect: .write)

  static let skus = RowsStatement<(vendor: Int64, sku: String), (String, Int64)>(
    """
    select sku, product_id
    from \(SQL.rows(["vendor_id", "sku"])) wanted
    join moa.product_variants using (vendor_id, sku)
    """, effect: .read,
    bind: { wanted, encoder in
      encoder.int8(wanted.vendor)
      encoder.text(wanted.sku)
    },
    decode: { (row) throws(PostgresError) in (try row.text(), try row.int8()) })
}
