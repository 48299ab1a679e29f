package import Domain
import Synchronization
package import UseCases

extension FakeStore: ProductRepository {
  package func cells(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [CellProduct] {
    await takeTime()
    return try reading { state throws(Failure) in
      let all = state.products(of: query).map(\.cell).filter { $0.matches(query) }
      if query.isArranged, let event = query.event {
        let order = state.eventProducts[event] ?? []
        let start = position.map { last in
          order.firstIndex(of: last.id).map { $0 + 1 } ?? Int(last.rank) - 1
        }
        let rest = order.enumerated().dropFirst(start ?? 0).compactMap { index, id in
          all.first { $0.id == id }?.placed(index + 1)
        }
        return Array(rest.prefix(limit))
      }
      let found = all.sorted { $0.stands(before: $1, in: query.sort) }
      guard let position else { return Array(found.prefix(limit)) }
      return Array(found.filter { $0.stands(behind: position, in: query.sort) }.prefix(limit))
    }
  }

  package func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [TileProduct] {
    let cells = try await cells(query, after: position, limit: limit)
    return try reading { state throws(Failure) in
      cells.compactMap { cell in
        state.products.first { $0.id == cell.id }.map { TileProduct($0).placed(Int(cell.place)) }
      }
    }
  }

  package func window(_ window: NumberedPage) async throws(Failure) -> ListedWindow {
    await takeTime()
    return try reading { state throws(Failure) in
      let all = state.products.reversed().map(\.summary)
      let listed = all.filter { $0.cell.belongs(to: window.list) }
      let start = window.start
      let rest = listed.drop { $0.id > start.ceiling }.dropFirst(Int(clamping: start.skip))
      return ListedWindow(
        products: Array(rest.prefix(window.count)), hasNext: rest.count > window.count,
        total: Int64(listed.count))
    }
  }

  package func find(_ id: Int64) async throws(Failure) -> Product? {
    await takeTime()
    return try reading { state throws(Failure) in state.products.first { $0.id == id } }
  }

  package func findForWriting(_ id: Int64) async throws(Failure) -> Product? {
    await takeTime()
    return try reading { state throws(Failure) in
      state.products.first { $0.id == id } ?? state.hiddenProducts[id]
    }
  }

  package func find(_ code: ProductCode) async throws(Failure) -> Product? {
    await takeTime()
    return try reading { state throws(Failure) in state.products.first { $0.summary.code == code } }
  }

  package func isRemoved(_ id: Int64) async throws(Failure) -> Bool {
    try reading { state throws(Failure) in state.isRemoved(id) }
  }

  package func add(
    _ creation: ProductCreation, once: RecordedWrite<Product>?
  ) async throws(Failure) -> Written<Product> {
    try writing(
      once,
      changing: { state throws(Failure) in
        try state.checkItemType(of: creation.draft)
        try creation.images.refuse(state.removedImages)
        try state.checkNumbers(of: creation.draft, vendor: creation.vendor, except: nil)
        return (nil, state.add(creation))
      })
  }

  package func change(
    _ id: Int64, once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> ProductRevision
  ) async throws(Failure) -> Written<Product> {
    try writing(
      once,
      changing: { state throws(Failure) in
        let product = try state.open(id)
        let revision = try decide(product)
        try state.checkItemType(of: revision.draft)
        try state.checkNumbers(of: revision.draft, vendor: product.vendor, except: id)
        return (product, try state.revise(product, revision))
      })
  }

  package func write(
    _ batch: ProductBatch, once: RecordedWrite<[ProductOutcome]>?,
    decide: @escaping @Sendable (StoredBatch) throws(Failure) -> [ProductPlan]
  ) async throws(Failure) -> Written<[ProductOutcome]> {
    guard batch.isDryRun else {
      return try writing(once) { state throws(Failure) in try state.write(batch, decide) }
    }
    return .now(
      try reading { state throws(Failure) in
        var tried = state
        return try tried.write(batch, decide)
      })
  }

  package func remove(
    _ id: Int64, at instant: Timestamp, once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product> {
    try writing(
      once,
      changing: { state throws(Failure) in
        let product = try state.open(id)
        try decide(product)
        state.remove(product, at: instant)
        return (product, nil)
      })
  }
}

extension FakeStore.State {
  /// Those that belong to what a query names.
  func products(of query: ProductQuery) -> [Product] {
    let ofEvent = query.event.map { Set(isLive($0) ? eventProducts[$0] ?? [] : []) }
    let ofCategory = query.category.map { category in
      Set(itemTypes.filter { $0.categoryID == category }.map(\.id))
    }
    return products.filter { product in
      let itemType = product.draft.details.itemType
      return ofEvent?.contains(product.id) != false
        && (query.itemType == nil || query.itemType == itemType)
        && query.options.isPassed(by: product.draft.variants, inStock: query.onlyInStock)
        && (ofCategory == nil || itemType.map { ofCategory?.contains($0) == true } == true)
    }
  }

  /// - Throws: `rejected`.
  fileprivate func checkItemType(of draft: ProductDraft) throws(Failure) {
    guard let wanted = draft.details.itemType, !itemTypes.contains(where: { $0.id == wanted })
    else { return }
    throw .rejected([FieldError("/item_type_id", .unknownItemType)])
  }

  /// - Throws: `conflict` for a key of another product, or an article number of another variant, of
  ///   the vendor.
  func checkNumbers(
    of draft: ProductDraft, vendor: Vendor, except id: Int64?
  ) throws(Failure) {
    let all = products + hiddenProducts.values
    let others = all.filter { $0.vendor.id == vendor.id && $0.id != id }
    if let key = draft.details.key, others.contains(where: { $0.draft.details.key == key }) {
      throw .conflict(.productKeyTaken)
    }
    let taken = Set(others.flatMap { $0.draft.variants?.all ?? [] }.compactMap(\.sku))
    let wanted = (draft.variants?.all ?? []).compactMap(\.sku)
    guard taken.isDisjoint(with: wanted) else { throw .conflict(.takenSKU) }
  }

  /// With the ids of variants that have the same choices as before, and with new ones.
  mutating func numbered(_ draft: ProductDraft, after old: ProductDraft?) -> ProductDraft {
    guard let variants = draft.variants else { return draft }
    let all = variants.all.map { variant in
      let known = old?.variants?.all.first { $0.choices == variant.choices }?.id
      if known == nil { lastVariantID += 1 }
      return Variant(
        id: known ?? lastVariantID, choices: variant.choices, sku: variant.sku,
        price: variant.price, stock: variant.stock, image: variant.image)
    }
    return draft.withVariants(Variants(storedOptions: variants.options, all: all))
  }

  /// - Throws: `notFound`.
  func open(_ id: Int64) throws(Failure) -> Product {
    guard let product = products.first(where: { $0.id == id }) ?? hiddenProducts[id] else {
      throw missing(id)
    }
    return product
  }

  /// Whether it was, or is hidden.
  fileprivate func isRemoved(_ product: Int64) -> Bool {
    removedProducts.contains(product) || hiddenProducts[product] != nil
  }

  func missing(_ product: Int64) -> Failure {
    .notFound(.product(product, isRemoved: isRemoved(product)))
  }
}

extension FakeStore.State {
  fileprivate mutating func write(
    _ batch: ProductBatch, _ decide: (StoredBatch) throws(Failure) -> [ProductPlan]
  ) throws(Failure) -> [ProductOutcome] {
    let open = (products + hiddenProducts.values).filter { $0.vendor.id == batch.vendor.id }
    let stored = StoredBatch(
      products: open.filter { product in
        batch.ids.contains(product.id) || batch.codes.contains(product.summary.code)
          || product.draft.details.key.map { batch.keys.contains($0) } ?? false
      }.sorted { $0.id < $1.id },
      images: Set(batch.images.filter { images[$0] != nil }),
      itemTypes: Set(itemTypes.map(\.id)),
      skus: Dictionary(
        open.flatMap { product in
          (product.draft.variants?.all ?? []).compactMap { variant in
            variant.sku.map { ($0, product.id) }
          }
        }
      ) { first, _ in first })
    var outcomes: [ProductOutcome] = []
    for plan in try decide(stored) { outcomes.append(try carry(plan, of: batch)) }
    return outcomes
  }

  private mutating func carry(
    _ plan: ProductPlan, of batch: ProductBatch
  ) throws(Failure) -> ProductOutcome {
    switch plan {
    case .make(let draft, let digests):
      let creation = ProductCreation(
        vendor: batch.vendor, draft: draft, images: digests.compactMap { images[$0] },
        createdAt: batch.instant)
      return .made(add(creation))
    case .revise(let product, let revision):
      return .changed(from: product, to: try revise(product, revision))
    case .keep(let product): return .unchanged(product)
    case .remove(let product):
      remove(product, at: batch.instant)
      return .removed(product)
    case .refuse(let fieldErrors): return .refused(fieldErrors)
    }
  }

  fileprivate mutating func revise(
    _ product: Product, _ revision: ProductRevision
  ) throws(Failure) -> Product {
    let images = try arrange(revision.images, of: product)
    let draft = numbered(revision.draft, after: product.draft)
    let revised = product.revised(
      ProductRevision(draft: draft, images: revision.images, updatedAt: revision.updatedAt), images)
    store(revised)
    return revised
  }

  fileprivate mutating func remove(_ product: Product, at instant: Timestamp) {
    removedProducts.insert(product.id)
    if !product.draft.isHidden { self[FakeChanges.self].number("product", product.id) }
    formerProducts[product.id] = (product, instant)
    products.removeAll { $0.id == product.id }
    hiddenProducts[product.id] = nil
  }

  mutating func add(_ creation: ProductCreation) -> Product {
    for image in creation.images { take(image, isKept: false) }
    lastProductID += 1
    let pictures = creation.images.compactMap { images[$0.original.digest]?.picture }
    let draft = numbered(creation.draft, after: nil)
    let firstImageID = lastProductImageID + 1
    lastProductImageID += Int64(pictures.count)
    let product = Product(
      summary: ProductSummary(
        id: lastProductID, code: code(of: lastProductID), vendor: creation.vendor,
        draft: draft, cover: pictures.first?.served(as: .cell), reviews: .none,
        createdAt: creation.createdAt, updatedAt: creation.createdAt, version: 1),
      draft: draft,
      images: pictures.enumerated().map { index, picture in
        ProductImage(id: firstImageID + Int64(index), picture: picture)
      })
    store(product)
    return product
  }

  /// Stores a product, new or changed, among those that are shown or hidden.
  mutating func store(_ product: Product) {
    let before = products.firstIndex { $0.id == product.id }.map { products.remove(at: $0) }
    hiddenProducts[product.id] = product.draft.isHidden ? product : nil
    if !product.draft.isHidden {
      products.insert(
        product, at: products.firstIndex { $0.id > product.id } ?? products.endIndex)
    }
    guard before != nil || !product.draft.isHidden else { return }
    self[FakeChanges.self].number("product", product.id)
  }

  /// - Throws: `.bug` unless the product has the images that it shall keep.
  fileprivate mutating func arrange(
    _ arranged: [ArrangedImage], of product: Product
  ) throws(Failure) -> [ProductImage] {
    let kept = arranged.compactMap(\.keptID)
    guard !arranged.isEmpty, Set(kept).count == kept.count else {
      throw .bug("a revision names other images than the product has")
    }
    var ordered: [ProductImage] = []
    for image in arranged {
      switch image {
      case .kept(let id):
        guard let kept = product.images.first(where: { $0.id == id }) else {
          throw .bug("a revision names other images than the product has")
        }
        ordered.append(kept)
      case .new(let image):
        try [image].refuse(removedImages)
        take(image, isKept: false)
        lastProductImageID += 1
        let picture = images[image.original.digest]?.picture ?? image.picture
        ordered.append(ProductImage(id: lastProductImageID, picture: picture))
      case .stored(let digest):
        guard let image = images[digest] else { throw .bug("an image that is not stored") }
        lastProductImageID += 1
        ordered.append(ProductImage(id: lastProductImageID, picture: image.picture))
      }
    }
    return ordered
  }

  private func code(of id: Int64) -> ProductCode {
    var generator = SeededGenerator(seed: UInt64(bitPattern: id))
    let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return ProductCode(bytes: bytes) ?? ProductCode.zero
  }
}
