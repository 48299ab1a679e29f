package import Domain
package import ViewData

/// Tells clients what changed since they asked last.
package struct TellChanges: Sendable {
  /// The number of products that a client may ask about at once: some screens.
  package static let productsMax = 100
  /// The number of changes on a page of the feed.
  package static let feedLimit = 500
  private let repository: any ChangeRepository
  private let cursors: ChangeCursors

  package init(repository: any ChangeRepository, cursors: ChangeCursors) {
    self.repository = repository
    self.cursors = cursors
  }

  /// The cursor after the newest change.
  package func newest() async throws(Failure) -> String {
    cursors.text(try await repository.newestChange())
  }

  /// - Throws: `invalid_cursor`.
  package func place(_ cursor: String) throws(ValidationError) -> ChangePlace {
    try cursors.place(cursor)
  }

  /// The changes after a place.
  ///
  /// - Parameter products: the ids that are wanted; nil for a page of the feed, with all products.
  package func callAsFunction(
    after place: ChangePlace, among products: [Int64]?, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> ShopChanges {
    let found =
      if let products {
        try await repository.changes(after: place, among: products)
      } else {
        try await repository.changes(after: place, limit: Self.feedLimit)
      }
    return ShopChanges(
      next: cursors.text(found.next), isWhole: found.isWhole, home: found.changedHome,
      config: found.changedConfig, events: found.events,
      products: found.products.map { change in
        ProductChange(
          id: change.id,
          cell: change.product.map { ProductCell($0, in: wording, origin: origin) })
      },
      vendors: found.vendors.map(VendorLabel.init),
      hasOtherProducts: products != nil && found.hasMore,
      hasMore: products == nil && found.hasMore)
  }
}

/// Signed cursors of the changes.
package struct ChangeCursors: Sendable {
  /// The first byte; cursors of lists have other numbers.
  private static let form: UInt8 = 4
  private let signed: SignedToken

  package init(signer: any Signer) {
    signed = SignedToken(signer: signer, purpose: .cursor)
  }

  /// The cursor; needs no escaping in a URL.
  package func text(_ place: ChangePlace) -> String {
    var bytes = [Self.form]
    bytes.append(tag: place.era)
    bytes.append(integer: place.sequence)
    return signed.text(bytes)
  }

  /// - Throws: `invalid_cursor` for a text that we did not sign, and for a cursor of a list.
  package func place(_ text: String) throws(ValidationError) -> ChangePlace {
    guard let bytes = signed.bytes(text), bytes.first == Self.form else { throw Self.foreign }
    var reader = ByteReader(bytes, from: 1)
    guard let era = reader.sixteenBytes(), let sequence = reader.integer(), reader.isAtEnd else {
      throw Self.foreign
    }
    return ChangePlace(era: era, sequence: sequence)
  }

  private static let foreign = ValidationError(
    "invalid_cursor", "This cursor is invalid.",
    hint: "Send `next` of the answer before unchanged, or no cursor, and read everything anew.")
}
