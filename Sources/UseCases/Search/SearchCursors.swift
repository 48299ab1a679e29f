package import Domain

/// Cursors of searches.
///
/// A cursor belongs to one query with its order and filters, and is rejected for another.
package struct SearchCursors: Sendable {
  /// The first byte; cursors of other lists have other numbers.
  private static let form: UInt8 = 2
  private let signer: any Signer
  private let signed: SignedToken

  package init(signer: any Signer) {
    self.signer = signer
    signed = SignedToken(signer: signer, purpose: .cursor)
  }

  /// The cursor; needs no escaping in a URL.
  package func text(_ place: SearchPlace, of question: SearchProducts.Question) -> String {
    var bytes = bytes(question)
    bytes += [place.reading.rawValue, place.total.isExact ? 1 : 0]
    bytes.append(integer: place.total.count)
    bytes.append(integer: place.position.rank)
    bytes.append(integer: place.position.id)
    return signed.text(bytes)
  }

  /// - Throws: `invalid_cursor` for a text that we did not sign, and for a cursor of another
  ///   search.
  package func place(
    _ text: String, of question: SearchProducts.Question
  ) throws(ValidationError) -> SearchPlace {
    guard let bytes = signed.bytes(text) else { throw ProductCursors.foreign }
    let wanted = self.bytes(question)
    guard bytes.starts(with: wanted) else { throw Self.ofAnotherSearch }
    var reader = ByteReader(bytes, from: wanted.count)
    guard let reading = reader.byte().flatMap(QueryReading.Kind.init(rawValue:)),
      let isExact = reader.byte(), let count = reader.integer(), let rank = reader.integer(),
      let id = reader.integer(), reader.isAtEnd
    else { throw Self.ofAnotherSearch }
    return SearchPlace(
      position: ProductPosition(rank: rank, id: id), reading: reading,
      total: SearchTotal(count: count, isExact: isExact == 1))
  }

  /// A digest of the whole search, 16 bytes.
  private func bytes(_ question: SearchProducts.Question) -> [UInt8] {
    let filter = question.filter
    let listed = ProductQuery(
      onlyOnSale: filter.onlyOnSale, onlyInStock: filter.onlyInStock, vendor: filter.vendor,
      event: filter.event)
    var asked = ProductCursors.bytes(listed)
    for price in [filter.priceMin, filter.priceMax] { asked.append(integer: price ?? -1) }
    for ids in [filter.categories, filter.itemTypes] {
      asked.append(integer: Int64(ids.count))
      for id in ids { asked.append(integer: id) }
    }
    asked += ProductCursors.bytes(filter.options)
    for brand in filter.brands { asked += Array(brand.utf8) + [0] }
    asked += [0] + Array(question.sort.rawValue.utf8) + [0]
    asked += Array(question.query.folded.text.utf8)
    var bytes = [Self.form]
    bytes.append(tag: signer.fingerprint(of: asked))
    return bytes
  }

  private static let ofAnotherSearch = ValidationError(
    "invalid_cursor", "This cursor belongs to another search.",
    hint: "Send the same q, sort and filters with it, or no cursor for the first page.")
}
