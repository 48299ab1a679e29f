package import Domain

/// Stores the demo shop.
package protocol DemoShopRepository: Sendable {
  /// Loads the shop in one transaction, unless it was loaded before.
  ///
  /// Of two concurrent calls one loads and the other waits. A list that already has items is left
  /// unchanged.
  ///
  /// - Returns: true if this call loaded it.
  func loadOnce(_ shop: DemoShop) async throws(Failure) -> Bool
}

/// A small shop for trying the server.
///
/// Its image references are paths of ``StoredImage/path``, so it needs no internet.
package struct DemoShop: Sendable {
  /// An empty list gives its items the ids 1, 2, 3, ..., which are built into the existing app.
  package let lists: ShopSeed
  /// The images of the lists above.
  package let images: [StoredImage]
  /// The dominant colours of the images, except of those that are never shown.
  package let colors: [ImageDigest: Color]
  package let wares: DemoWares
  /// Products of event categories, by key and product code.
  package let eventProducts: [DemoEventProducts]
  package let searchRules: SearchRules

  package init(
    lists: ShopSeed, images: [StoredImage], colors: [ImageDigest: Color] = [:],
    wares: DemoWares = .none, eventProducts: [DemoEventProducts] = [],
    searchRules: SearchRules = .none
  ) {
    self.lists = lists
    self.images = images
    self.colors = colors
    self.wares = wares
    self.eventProducts = eventProducts
    self.searchRules = searchRules
  }
}

extension DemoShop {
  /// The items of a list.
  package func drafts<Draft: ListedDraft>(_ list: Draft.Type) -> [Draft] {
    lists.list(list)?.drafts ?? []
  }

  /// The images in the form that the store takes, in the order of ``images``.
  package var preparedImages: [PreparedImage] {
    images.map { image in
      PreparedImage(original: image, color: colors[image.digest] ?? .gray, renditions: [])
    }
  }
}

package struct DemoEventProducts: Sendable, Hashable {
  /// The key of the event category.
  package let key: Slug
  /// In the order of display.
  package let codes: [ProductCode]

  package init(key: Slug, codes: [ProductCode]) {
    self.key = key
    self.codes = codes
  }
}

package struct DemoWares: Sendable, Hashable {
  package static let none = DemoWares(vendors: [], products: [])
  package let vendors: [DemoVendor]
  /// The oldest first: the store assigns ids in this order.
  package let products: [DemoProduct]

  package init(vendors: [DemoVendor], products: [DemoProduct]) {
    self.vendors = vendors
    self.products = products
  }
}

package struct DemoVendor: Sendable, Hashable {
  package let identifier: VendorIdentifier
  package let name: Title
  package let secretHash: String
  package let createdAt: Timestamp

  package init(
    identifier: VendorIdentifier, name: Title, secretHash: String, createdAt: Timestamp
  ) {
    self.identifier = identifier
    self.name = name
    self.secretHash = secretHash
    self.createdAt = createdAt
  }
}

package struct DemoProduct: Sendable, Hashable {
  package let code: ProductCode
  /// One of ``DemoWares/vendors``.
  package let vendor: VendorIdentifier
  package let draft: ProductDraft
  /// 1 to 10, in the order of display.
  package let images: [PreparedImage]
  package let reviews: ReviewScore
  /// One of ``DemoShop/itemTypes``, if that list was loaded.
  package let itemType: Int64?
  package let createdAt: Timestamp

  package init(
    code: ProductCode, vendor: VendorIdentifier, draft: ProductDraft, images: [PreparedImage],
    reviews: ReviewScore, itemType: Int64? = nil, createdAt: Timestamp
  ) {
    self.code = code
    self.vendor = vendor
    self.draft = draft
    self.images = images
    self.reviews = reviews
    self.itemType = itemType
    self.createdAt = createdAt
  }
}
