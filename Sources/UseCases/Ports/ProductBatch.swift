package import Domain

/// Items that are written in one transaction, by what they refer to.
package struct ProductBatch: Sendable {
  package let vendor: Vendor
  /// The products that are changed by their ids.
  package let ids: [Int64]
  /// The products that are named by their codes.
  package let codes: [ProductCode]
  /// The keys that the items name or give.
  package let keys: [ProductKey]
  package let images: [ImageDigest]
  package let itemTypes: [Int64]
  package let skus: [SKU]
  package let instant: Timestamp
  /// Whether everything is taken back at the end.
  package let isDryRun: Bool

  package init(_ items: [ProductItem], of vendor: Vendor, at instant: Timestamp, isDryRun: Bool) {
    self.vendor = vendor
    self.instant = instant
    self.isDryRun = isDryRun
    ids = items.compactMap { if case .id(let id, _) = $0.target { id } else { nil } }
    codes = items.compactMap { if case .code(let code, _) = $0.target { code } else { nil } }
    keys = Array(Set(items.flatMap(\.keys)))
    images = Array(Set(items.flatMap { $0.images ?? [] }))
    itemTypes = Array(Set(items.compactMap(\.itemType)))
    skus = Array(Set(items.flatMap(\.skus)))
  }
}

extension ProductItem {
  fileprivate var keys: [ProductKey] {
    var keys: [ProductKey] = []
    if case .key(let key) = target { keys.append(key) }
    switch content {
    case .change(let patch, _): if case .set(let key) = patch.key { keys.append(key) }
    case .whole(let draft, _): if let key = draft.details.key { keys.append(key) }
    case .removal, .refused: break
    }
    return keys
  }

  fileprivate var skus: [SKU] {
    switch content {
    case .change(let patch, _): patch.variants.variants?.compactMap(\.sku) ?? []
    case .whole(let draft, _): draft.variants?.all.compactMap(\.sku) ?? []
    case .removal, .refused: []
    }
  }

  fileprivate var itemType: Int64? {
    switch content {
    case .change(let patch, _): patch.itemType.applied(to: nil)
    case .whole(let draft, _): draft.details.itemType
    case .removal, .refused: nil
    }
  }
}

/// The part of the store that a batch refers to; its products are locked.
package struct StoredBatch: Sendable {
  /// Open products of the vendor, each once.
  package let products: [Product]
  package let images: Set<ImageDigest>
  package let itemTypes: Set<Int64>
  /// The products of the vendor that have these SKUs.
  package let skus: [SKU: Int64]

  package init(
    products: [Product], images: Set<ImageDigest>, itemTypes: Set<Int64>, skus: [SKU: Int64]
  ) {
    self.products = products
    self.images = images
    self.itemTypes = itemTypes
    self.skus = skus
  }
}

/// The decision on an item of a batch.
package enum ProductPlan: Sendable {
  /// With images that are stored.
  case make(ProductDraft, [ImageDigest])
  case revise(Product, ProductRevision)
  case keep(Product)
  case remove(Product)
  /// Nothing, for these errors.
  case refuse([FieldError])
}
