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
    var outcomes: [Int: ProductOutcome] = [:]
    var new: [(index: Int, draft: ProductDraft, images: [ImageDigest])] = []
    for (index, plan) in plans.enumerated() {
      switch plan {
      case .make(let draft, let images): new.append((index, draft, images))
      case .revise(let product, let revision):
        outcomes[index] = .changed(from: product, to: try await revise(product, revision))
      case .keep(let product): outcomes[index] = .unchanged(product)
      case .remove(let product):
        try await remove(product, at: batch.instant)
        outcomes[index] = .removed(product)
      case .refuse(let fieldErrors): outcomes[index] = .refused(fieldErrors)
      }
    }
    if exchanges { try await execute(ProductBatchStatements.checkSKUs) }
    let made = try await make(new.map { ($0.draft, $0.images) }, in: batch)
    for (item, product) in zip(new, made) { outcomes[item.index] = .made(product) }
    return plans.indices.compactMap { outcomes[$0] }
  }

  private func skus(_ batch: ProductBatch) async throws -> [SKU: Int64] {
    var owners: [SKU: Int64] = [:]
    // All that a request can have are larger than a parameter may be.
    for start in stride(from: 0, to: batch.skus.count, by: ProductBatchStatements.skusMax) {
      let skus = batch.skus.dropFirst(start).prefix(ProductBatchStatements.skusMax)
      let named = (vendor: batch.vendor.id, skus: skus.map(\.text))
      for (text, product) in try await rows(ProductBatchStatements.skus, named) {
        owners[try SKU(stored: text)] = product
      }
    }
    return owners
  }

  /// In the order of their ids.
  private func products(_ ids: [Int64]) async throws -> [Product] {
    guard !ids.isEmpty else { return [] }
    return try Product.all(in: try await rows(ProductStatements.findAllForWriting, ids))
  }

  /// Adds products by `copy`, which takes a tenth of the time of single inserts.
  private func make(
    _ new: [(draft: ProductDraft, images: [ImageDigest])], in batch: ProductBatch
  ) async throws -> [Product] {
    guard !new.isEmpty else { return [] }
    // Before the ids are taken, so that they become visible in their order.
    try await execute(ProductLoadStatements.lock)
    guard let ids = try await first(ProductBatchStatements.ids, new.count),
      ids.count == new.count
    else { throw Failure.bug("the store gave no ids") }
    let rows = zip(ids, new).map { id, product in
      ProductBatchStatements.NewRow(
        id: id, vendorID: batch.vendor.id, draft: product.draft, images: product.images,
        instant: batch.instant)
    }
    try await copy(ProductBatchStatements.products, rows)
    let images = rows.flatMap { row in
      row.images.enumerated().map { (product: row.id, position: $0 + 1, digest: $1) }
    }
    if !images.isEmpty { try await copy(ProductBatchStatements.shownImages, images) }
    let variants = rows.flatMap { row in
      (row.draft.variants?.all ?? []).enumerated().map {
        (product: row, position: $0 + 1, variant: $1)
      }
    }
    if !variants.isEmpty { try await copy(ProductBatchStatements.variants, variants) }
    let found = rows.filter { !$0.draft.isHidden }
    if !found.isEmpty {
      try await copy(ProductBatchStatements.search, found)
      try await copy(ProductBatchStatements.terms, found)
    }
    return try await products(ids)
  }
}

extension ProductPlan {
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
  struct NewRow: Sendable {
    let id: Int64
    let vendorID: Int64
    let draft: ProductDraft
    let images: [ImageDigest]
    let instant: Domain.Timestamp
    let document: SearchDocument

    init(
      id: Int64, vendorID: Int64, draft: ProductDraft, images: [ImageDigest],
      instant: Domain.Timestamp
    ) {
      self.id = id
      self.vendorID = vendorID
      self.draft = draft
      self.images = images
      self.instant = instant
      document = SearchDocument(draft)
    }
  }

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

  /// Of one statement: 680 kB, if all have the largest size.
  static let skusMax = 10_000

  static let deferSKUs = Statement<Void, Void>(
    "set constraints moa.product_variants_sku_unique deferred", effect: .write)
  static let checkSKUs = Statement<Void, Void>(
    "set constraints moa.product_variants_sku_unique immediate", effect: .write)

  static let skus = Statement<(vendor: Int64, skus: [String]), (String, Int64)>(
    """
    select sku, product_id
    from moa.product_variants
    where vendor_id = $1 and sku = any ($2)
    """, effect: .read,
    bind: { named, encoder in
      encoder.int8(named.vendor)
      encoder.textArray(named.skus)
    },
    decode: { (row) throws(PostgresError) in (try row.text(), try row.int8()) })

  static let ids = Statement<Int, [Int64]>(
    """
    select array_agg(nextval(pg_get_serial_sequence('moa.products', 'id')))
    from generate_series(1, $1)
    """, effect: .write,
    bind: { count, encoder in encoder.int8(Int64(count)) },
    decode: { (row) throws(PostgresError) in try row.int8Array() })

  static let products = CopyStatement<NewRow>(
    """
    copy moa.products
      (name, description, currency, amount, discount, stock, brand, maker, mall, link, type,
        category_path, tags, delivery_is_free, delivery_free_limit, delivery_fee,
        delivery_by_area, delivery_areas, item_type_id, options, price_varies, updated_at,
        created_at, vendor_id, id, cover_sha256, is_hidden, deleted_at, key)
    from stdin (format binary)
    """,
    bind: { row, encoder in
      let instant = row.instant.microseconds
      encoder.content(of: row.draft)
      encoder.timestamptz(microseconds: instant)
      encoder.timestamptz(microseconds: instant)
      encoder.int8(row.vendorID)
      encoder.int8(row.id)
      encoder.bytea(row.images.first?.bytes)
      encoder.bool(row.draft.isHidden)
      encoder.timestamptz(microseconds: row.draft.isHidden ? instant : nil)
      encoder.text(row.draft.details.key?.text)
    })

  static let shownImages = CopyStatement<(product: Int64, position: Int, digest: ImageDigest)>(
    "copy moa.product_images (product_id, position, sha256) from stdin (format binary)",
    bind: { image, encoder in
      encoder.int8(image.product)
      encoder.int2(Int16(clamping: image.position))
      encoder.bytea(image.digest.bytes)
    })

  static let variants = CopyStatement<(product: NewRow, position: Int, variant: Variant)>(
    """
    copy moa.product_variants
      (product_id, vendor_id, position, choices, sku, amount, discount, stock, image)
    from stdin (format binary)
    """,
    bind: { row, encoder in
      let (images, variant) = (row.product.images, row.variant)
      let image = (variant.image ?? 0) - 1
      encoder.int8(row.product.id)
      encoder.int8(row.product.vendorID)
      encoder.int2(Int16(clamping: row.position))
      encoder.textArray(variant.choices.map(\.text))
      encoder.text(variant.sku?.text)
      encoder.int8(variant.price.amount)
      encoder.int8(variant.price.discount)
      encoder.int4(Int32(clamping: variant.stock.count))
      encoder.bytea(images.indices.contains(image) ? images[image].bytes : nil)
    })

  static let search = CopyStatement<NewRow>(
    """
    copy moa.product_search (product_id, title, body, grams, is_sold_out)
    from stdin (format binary)
    """,
    bind: { row, encoder in
      encoder.int8(row.id)
      encoder.texts(of: row.document)
      encoder.bool(row.draft.stock.isSoldOut)
    })

  static let terms = CopyStatement<NewRow>(
    "copy moa.search_term_changes (terms, change) from stdin (format binary)",
    bind: { row, encoder in
      encoder.textArray(row.document.terms)
      encoder.int2(1)
    })
}
