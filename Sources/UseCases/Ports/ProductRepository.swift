package import Domain

/// The store of products. One method is one transaction; a read is one statement.
///
/// Removed products are never returned, and never come back.
package protocol ProductRepository: Sendable {
  /// The products after `position` in the order of the query, as cells, at most `limit`.
  func cells(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [CellProduct]

  /// The same products as tiles.
  func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [TileProduct]

  /// A numbered page of a list with a kept total; see ``ListAnchor`` for how pages stay still.
  func window(_ window: NumberedPage) async throws(Failure) -> ListedWindow

  /// Nil when there is no such product.
  func find(_ id: Int64) async throws(Failure) -> Product?

  /// Nil when there is no such product.
  func find(_ code: ProductCode) async throws(Failure) -> Product?

  /// Whether there was such a product and it was removed.
  func isRemoved(_ id: Int64) async throws(Failure) -> Bool

  /// Stores a product with its images, or nothing of both.
  func add(
    _ creation: ProductCreation, once: IdempotentWrite<Product>?
  ) async throws(Failure) -> Written<Product>

  /// Hands the product to `decide`, which is pure, and stores what it makes of it, in one
  /// transaction in which nobody else changes it. When `decide` throws, nothing is written.
  ///
  /// - Throws: `notFound`, and what `decide` throws.
  func change(
    _ id: Int64, once: IdempotentWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> ProductRevision
  ) async throws(Failure) -> Written<Product>

  /// Hands the product to `decide` and removes it; answers what it was.
  ///
  /// - Throws: `notFound`, and what `decide` throws.
  func remove(
    _ id: Int64, at instant: Timestamp, once: IdempotentWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product>
}

/// A product that somebody adds.
package struct ProductCreation: Sendable {
  package let vendor: Vendor
  package let draft: ProductDraft
  /// 1 to 5, in the order of display.
  package let images: [PreparedImage]
  package let createdAt: Timestamp

  package init(
    vendor: Vendor, draft: ProductDraft, images: [PreparedImage], createdAt: Timestamp
  ) {
    self.vendor = vendor
    self.draft = draft
    self.images = images
    self.createdAt = createdAt
  }
}

/// What becomes of a product that is changed.
package struct ProductRevision: Sendable, Hashable {
  package let draft: ProductDraft
  /// All that it shall have, in the order of display.
  package let images: [ArrangedImage]
  package let updatedAt: Timestamp

  package init(draft: ProductDraft, images: [ArrangedImage], updatedAt: Timestamp) {
    self.draft = draft
    self.images = images
    self.updatedAt = updatedAt
  }
}

/// An image in the order that a product shall have.
package enum ArrangedImage: Sendable, Hashable {
  /// One that the product has, by its id.
  case kept(Int64)
  case new(PreparedImage)

  /// Nil for a new one.
  package var keptID: Int64? {
    if case .kept(let id) = self { id } else { nil }
  }
}
