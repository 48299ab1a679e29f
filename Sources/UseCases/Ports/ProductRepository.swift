package import Domain

/// Stores products. One method is one transaction; a read is one statement.
///
/// Removed products are not returned. Hidden ones are only for writes: for
/// all else they are like removed ones until they are shown again.
package protocol ProductRepository: Sendable {
  /// The products after `position` in the order of the query, as cells, at most `limit`.
  func cells(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [CellProduct]

  /// Those of some products that the query finds, whatever event it names, in their order if it is
  /// `arranged`, at most `limit`.
  func cells(
    _ query: ProductQuery, among ids: [Int64], limit: Int
  ) async throws(Failure) -> [CellProduct]

  /// The same products as tiles.
  func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [TileProduct]

  /// A numbered page of a list with a stored total; see ``ListAnchor`` for how pages stay still.
  func window(_ window: NumberedPage) async throws(Failure) -> ListedWindow

  /// How many products are in each state, at most ``ProductTableQuery/Status/countMax``. Those that
  /// were removed before an instant do not count.
  func counts(
    removedAfter instant: Timestamp
  ) async throws(Failure) -> [ProductTableQuery.Status: Int]

  /// Nil if the product does not exist.
  func find(_ id: Int64) async throws(Failure) -> Product?

  /// Nil if the product does not exist.
  func find(_ code: ProductCode) async throws(Failure) -> Product?

  /// Also a hidden product. Nil if the product does not exist.
  func findForWriting(_ id: Int64) async throws(Failure) -> Product?

  /// Whether the product existed and was removed or hidden.
  func isRemoved(_ id: Int64) async throws(Failure) -> Bool

  /// Stores a product with its images, or neither.
  func add(
    _ creation: ProductCreation, once: RecordedWrite<Product>?
  ) async throws(Failure) -> Written<Product>

  /// Passes the product to `decide`, which is pure, and stores the result, in one transaction that
  /// excludes other changes. If `decide` throws, nothing is written.
  ///
  /// - Throws: `notFound`, and the errors of `decide`.
  func change(
    _ id: Int64, once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> ProductRevision
  ) async throws(Failure) -> Written<Product>

  /// Passes the stored part of a batch to `decide`, which is pure, and carries out its plans, one
  /// for each item, in one transaction. If `decide` throws, nothing is written.
  ///
  /// - Throws: the errors of `decide`; `conflict` for a key that was taken meanwhile.
  func write(
    _ batch: ProductBatch, once: RecordedWrite<[ProductOutcome]>?,
    decide: @escaping @Sendable (StoredBatch) throws(Failure) -> [ProductPlan]
  ) async throws(Failure) -> Written<[ProductOutcome]>

  /// Passes the product to `decide` and removes it; returns the removed product.
  ///
  /// - Throws: `notFound`, and the errors of `decide`.
  func remove(
    _ id: Int64, at instant: Timestamp, once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product>

  /// Passes a product that was removed after `limit` to `decide` and takes the removal back; one
  /// that is not removed stays as it is.
  ///
  /// - Throws: `notFound`, the errors of `decide`, and `conflict` for a key or an article number
  ///   that was taken meanwhile.
  func restore(
    _ id: Int64, removedAfter limit: Timestamp, at instant: Timestamp,
    once: RecordedWrite<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product>

  /// A part of the table of all vendors' products, from a place in its order on, at most `limit`
  /// products and at most 100; hidden and removed ones, too. It takes several statements, so a
  /// product that is changed meanwhile may be missing.
  func table(
    _ query: ProductTableQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> ProductTablePage

  /// Carries out all operations of a vendor or none, as a ``StockPlan`` says, each once by its id.
  ///
  /// - Throws: `rejected`, `insufficientStock`.
  func carryOut(
    _ operations: [StockOperation], of vendor: Vendor, at instant: Timestamp,
    once: RecordedWrite<[StockResult]>?
  ) async throws(Failure) -> Written<[StockResult]>
}

/// A product to add.
package struct ProductCreation: Sendable {
  package let vendor: Vendor
  package let draft: ProductDraft
  /// 1 to 10, in the order of display.
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

/// A changed product.
package struct ProductRevision: Sendable, Hashable {
  package let draft: ProductDraft
  /// All images after the change, in the order of display.
  package let images: [ArrangedImage]
  package let updatedAt: Timestamp

  package init(draft: ProductDraft, images: [ArrangedImage], updatedAt: Timestamp) {
    self.draft = draft
    self.images = images
    self.updatedAt = updatedAt
  }
}

/// An image at its place after a change.
package enum ArrangedImage: Sendable, Hashable {
  /// An image that the product has, by its id.
  case kept(Int64)
  case new(PreparedImage)
  /// An image that is stored, by its digest.
  case stored(ImageDigest)

  /// Nil for a new one.
  package var keptID: Int64? {
    if case .kept(let id) = self { id } else { nil }
  }
}
