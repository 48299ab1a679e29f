package import Domain

/// Makes, replaces and changes many products of one vendor in one transaction.
package struct WriteProducts: Sendable {
  /// As many as a transaction writes while other writers of products wait for it: half a second.
  package static let itemsMax = 500
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// An item that equals what is stored changes nothing, not even the version.
  ///
  /// - Parameters:
  ///   - isPartial: whether the items that can be written are written without the others.
  ///   - isDryRun: whether everything is taken back, after the store has tried it.
  ///   - pointer: of the item with this index, in the document of the sender.
  /// - Returns: an outcome for each item, in their order.
  /// - Throws: `rejected` with the errors of all items, unless `isPartial`; `conflict` for a key or
  ///   an SKU that another writer took meanwhile; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ items: [ProductItem], by vendor: Vendor, isPartial: Bool = false, isDryRun: Bool = false,
    at pointer: @escaping @Sendable (Int) -> String = { "/items/\($0)" },
    once: RecordedWrite<[ProductOutcome]>? = nil
  ) async throws(Failure) -> Written<[ProductOutcome]> {
    let now = now()
    let batch = ProductBatch(items, of: vendor, at: now, isDryRun: isDryRun)
    return try await products.write(batch, once: once) { stored throws(Failure) in
      var planning = ProductPlanning(stored, items, at: now)
      let plans = planning.settled(items.map { planning.plan($0) })
      let fieldErrors = plans.enumerated().flatMap { index, plan -> [FieldError] in
        guard case .refuse(let fieldErrors) = plan else { return [] }
        return fieldErrors.map { $0.under(pointer(index)) }
      }
      guard isPartial || fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
      return plans
    }
  }
}

/// A product that shall be made, replaced or changed.
package struct ProductItem: Sendable {
  package let target: Target
  package let content: Content
  /// The parts that stay as they are, for a product of a file; nil for a whole product.
  package let gaps: ProductGaps?

  package init(_ target: Target, _ content: Content, gaps: ProductGaps? = nil) {
    self.target = target
    self.content = content
    self.gaps = gaps
  }

  /// An item with these errors, with pointers inside of it.
  package static func refused(_ fieldErrors: [FieldError]) -> ProductItem {
    ProductItem(.none, .refused(fieldErrors))
  }

  package enum Target: Sendable, Hashable {
    /// A product that is there; nil: in any version.
    case id(Int64, version: Int?)
    case key(ProductKey)
    /// The product with the key, else the one with the code; a new one gets the key of its draft.
    case code(ProductCode, orKey: ProductKey)
    case none
  }

  /// The images are digests of stored ones, in the order of display; nil leaves them as they are.
  package enum Content: Sendable {
    case change(ProductPatch, images: [ImageDigest]?)
    /// Replaces a product, or makes the one with the key.
    case whole(ProductDraft, images: [ImageDigest]?)
    case removal
    case refused([FieldError])
  }

  package var images: [ImageDigest]? {
    switch content {
    case .change(_, let images), .whole(_, let images): images
    case .removal, .refused: nil
    }
  }
}

/// The result of an item.
package enum ProductOutcome: Sendable, Hashable {
  case made(Product)
  case changed(from: Product, to: Product)
  case unchanged(Product)
  /// As it was.
  case removed(Product)
  /// With pointers inside of the item.
  case refused([FieldError])

  /// As it is now; nil for a refused item, and for a removed one.
  package var product: Product? {
    switch self {
    case .made(let product), .changed(_, let product), .unchanged(let product): product
    case .removed, .refused: nil
    }
  }
}

/// Decides what is done with each item of a batch; the products are locked.
private struct ProductPlanning {
  private let stored: StoredBatch
  private let now: Timestamp
  private let byID: [Int64: Product]
  private let byKey: [ProductKey: Product]
  /// Products, keys and article numbers of the items before that are written.
  private var writtenIDs: Set<Int64> = []
  private var writtenKeys: Set<ProductKey> = []
  private var writtenSKUs: Set<SKU> = []
  /// Article numbers that products give up, with the index of the item: another may take them.
  private var givenUp: [SKU: Int] = [:]

  init(_ stored: StoredBatch, _ items: [ProductItem], at now: Timestamp) {
    self.stored = stored
    self.now = now
    byID = Dictionary(stored.products.map { ($0.id, $0) }) { first, _ in first }
    byKey = Dictionary(
      stored.products.compactMap { product in
        product.draft.details.key.map { ($0, product) }
      }
    ) { first, _ in first }
    for (index, item) in items.enumerated() {
      guard let left = item.skusLeft, let product = try? target(item.target) else { continue }
      for sku in product.draft.skus.subtracting(left) { givenUp[sku] = index }
    }
  }

  /// Refuses also the items that take an article number from an item that was refused.
  func settled(_ plans: [ProductPlan]) -> [ProductPlan] {
    var plans = plans
    var takers: [Int: [(index: Int, place: Int)]] = [:]
    for (index, plan) in plans.enumerated() {
      for (place, variant) in (plan.draft?.variants?.all ?? []).enumerated() {
        guard let giver = variant.sku.flatMap({ givenUp[$0] }), giver != index else { continue }
        takers[giver, default: []].append((index, place))
      }
    }
    var refused = plans.indices.filter { plans[$0].isRefusal }
    while let giver = refused.popLast() {
      for taker in takers[giver] ?? [] where !plans[taker.index].isRefusal {
        plans[taker.index] = .refuse([FieldError("/variants/\(taker.place)/sku", .takenSKU)])
        refused.append(taker.index)
      }
    }
    return plans
  }

  mutating func plan(_ item: ProductItem) -> ProductPlan {
    do throws(Rejection) {
      return try planned(item)
    } catch {
      return .refuse(error.fieldErrors)
    }
  }

  private mutating func planned(_ item: ProductItem) throws(Rejection) -> ProductPlan {
    if case .refused(let fieldErrors) = item.content { throw Rejection(fieldErrors) }
    let product = try target(item.target)
    if let product, writtenIDs.contains(product.id) {
      throw Rejection([FieldError("", .repeatedItem)])
    }
    switch item.content {
    case .refused: return .refuse([])
    case .removal:
      guard let product else { throw Rejection([FieldError("/key", .unknownProduct)]) }
      return .remove(product)
    case .change(let patch, let images):
      guard let product else { throw Rejection([FieldError("/key", .unknownProduct)]) }
      var arranged = try product.imageIDs(cover: patch.cover).map(ArrangedImage.kept)
      if let images { arranged = try arrangement(images, of: product) }
      let draft = try patch.applied(to: product.draft(following: arranged))
      return try revision(of: product, draft, arranged)
    case .whole(let draft, let images):
      guard let product else {
        let images = try checked(images ?? [])
        try check(draft, of: nil, images: images.count)
        return .make(draft, images)
      }
      let keepsImages =
        images == nil || item.gaps?.lacksPictures == true && !product.images.isEmpty
      var arranged = product.images.map { ArrangedImage.kept($0.id) }
      if let images, !keepsImages { arranged = try arrangement(images, of: product) }
      guard let gaps = item.gaps else { return try revision(of: product, draft, arranged) }
      // Numbers of pictures that are not taken.
      let variants = keepsImages ? draft.variants?.withImages { _ in nil } : draft.variants
      let whole = try draft.withVariants(variants).completed(
        by: product.draft(following: arranged), gaps, keepsPictures: keepsImages)
      return try revision(of: product, whole, arranged)
    }
  }

  private func target(_ target: ProductItem.Target) throws(Rejection) -> Product? {
    switch target {
    case .none: throw Rejection([FieldError("/key", .missingTarget)])
    case .key(let key): return byKey[key]
    case .code(let code, let key):
      return byKey[key] ?? stored.products.first { $0.summary.code == code }
    case .id(let id, let version):
      guard let product = byID[id] else {
        throw Rejection([FieldError("/id", .unknownProduct)])
      }
      guard version == nil || version == product.version else {
        throw Rejection([FieldError("/version", .staleItem(current: product.version))])
      }
      return product
    }
  }

  private func arrangement(
    _ images: [ImageDigest], of product: Product
  ) throws(Rejection) -> [ArrangedImage] {
    try checked(images).map { digest in
      let shown = product.images.first { $0.picture.digest == digest }
      return shown.map { ArrangedImage.kept($0.id) } ?? .stored(digest)
    }
  }

  private mutating func revision(
    of product: Product, _ draft: ProductDraft, _ arranged: [ArrangedImage]
  ) throws(Rejection) -> ProductPlan {
    try check(draft, of: product, images: arranged.count)
    let draft = draft.withVariants(draft.variants?.identified(by: product.draft.variants))
    let isSame = draft == product.draft && arranged == product.images.map { .kept($0.id) }
    guard !isSame else { return .keep(product) }
    return .revise(
      product,
      ProductRevision(
        draft: draft, images: arranged, updatedAt: max(now, product.summary.updatedAt)))
  }

  private mutating func check(
    _ draft: ProductDraft, of product: Product?, images: Int
  ) throws(Rejection) {
    try draft.variants?.check(images: images)
    var fieldErrors: [FieldError] = []
    if let itemType = draft.details.itemType, itemType != product?.draft.details.itemType,
      !stored.itemTypes.contains(itemType)
    {
      fieldErrors.append(FieldError("/item_type_id", .unknownItemType))
    }
    if let key = draft.details.key {
      if byKey[key].map({ $0.id != product?.id }) ?? false {
        fieldErrors.append(FieldError("/key", .productKeyTaken))
      } else if writtenKeys.contains(key) {
        fieldErrors.append(FieldError("/key", .repeatedItem))
      }
    }
    let variants = draft.variants?.all ?? []
    for (index, variant) in variants.enumerated() {
      guard let sku = variant.sku else { continue }
      let isAnothers = stored.skus[sku].map { $0 != product?.id } ?? false
      if isAnothers && givenUp[sku] == nil || writtenSKUs.contains(sku) {
        fieldErrors.append(FieldError("/variants/\(index)/sku", .takenSKU))
      }
    }
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    // Only now: a refused item takes nothing from those after it.
    if let product { writtenIDs.insert(product.id) }
    if let key = draft.details.key { writtenKeys.insert(key) }
    writtenSKUs.formUnion(variants.compactMap(\.sku))
  }

  private func checked(_ images: [ImageDigest]) throws(Rejection) -> [ImageDigest] {
    var fieldErrors: [FieldError] = []
    for (index, digest) in images.enumerated() {
      if !stored.images.contains(digest) {
        fieldErrors.append(FieldError("/images/\(index)", .unknownDigest))
      } else if images[..<index].contains(digest) {
        fieldErrors.append(FieldError("/images/\(index)", .repeatedImage))
      }
    }
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    return images
  }
}

extension ProductItem {
  /// The article numbers of the product after the item; nil if it may keep those that it has.
  fileprivate var skusLeft: Set<SKU>? {
    switch content {
    case .change(let patch, _): patch.variants.variants.map { Set($0.compactMap(\.sku)) }
    case .whole(let draft, _): gaps == nil ? draft.skus : nil
    case .removal: []
    case .refused: nil
    }
  }
}

extension ProductDraft {
  fileprivate var skus: Set<SKU> { Set((variants?.all ?? []).compactMap(\.sku)) }
}

extension ProductPlan {
  /// Of a product that is written.
  fileprivate var draft: ProductDraft? {
    switch self {
    case .make(let draft, _): draft
    case .revise(_, let revision): revision.draft
    case .keep, .remove, .refuse: nil
    }
  }

  fileprivate var isRefusal: Bool { if case .refuse = self { true } else { false } }
}

extension ValidationError {
  fileprivate static let repeatedItem = ValidationError(
    "duplicate", "An earlier item names the same product.", hint: "Write each product once.")
  fileprivate static let missingTarget = ValidationError(
    "required", "The item names no product.", hint: "Send id and version, or key.")
  fileprivate static let unknownProduct = ValidationError(
    "unknown_product", "The vendor has no such product.", hint: "Read the product again.")
  fileprivate static let unknownDigest = ValidationError(
    "unknown_image", "No image with this digest is stored.",
    hint: "Upload it to /v1/images first.")
  /// The error for a key of another product of the vendor.
  package static let productKeyTaken = ValidationError(
    "key_taken", "Another product of the vendor has this key.", hint: "Choose another key.")

  fileprivate static func staleItem(current: Int) -> ValidationError {
    ValidationError(
      "stale_version", "The current version is \(current).", hint: "Read the product again.")
  }
}
