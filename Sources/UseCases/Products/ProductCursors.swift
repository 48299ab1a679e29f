package import Domain

/// Cursors of lists of products, as clients bring them back.
///
/// A cursor holds the whole query that it came from: one that is used with another query would show
/// some products twice and others never, and is refused.
package struct ProductCursors: Sendable {
  /// Cursors of other lists begin with other numbers.
  private static let form: UInt8 = 1
  private let signed: SignedToken

  package init(signer: any Signer) {
    signed = SignedToken(signer: signer, purpose: .cursor)
  }

  /// Fit for a URL as it is.
  package func text(_ position: ProductPosition, of query: ProductQuery) -> String {
    var bytes = Self.bytes(query)
    bytes.append(integer: position.rank)
    bytes.append(integer: position.id)
    return signed.text(bytes)
  }

  /// - Throws: `invalid_cursor` for a text that is not ours, and for one of another query.
  package func position(
    _ text: String, of query: ProductQuery
  ) throws(ValidationError) -> ProductPosition {
    guard let bytes = signed.bytes(text) else { throw Self.foreign }
    let wanted = Self.bytes(query)
    guard bytes.starts(with: wanted) else { throw Self.ofAnotherQuery }
    var reader = ByteReader(bytes, from: wanted.count)
    guard let rank = reader.integer(), let id = reader.integer(), reader.isAtEnd else {
      throw Self.ofAnotherQuery
    }
    return ProductPosition(rank: rank, id: id)
  }

  /// No encoding is the beginning of another one: the fourth byte tells what follows.
  static func bytes(_ query: ProductQuery) -> [UInt8] {
    let sort: UInt8 =
      switch query.sort {
      case .newest: 0
      case .priceAscending: 1
      case .priceDescending: 2
      }
    let filters: UInt8 = (query.onlyOnSale ? 1 : 0) | (query.onlyInStock ? 2 : 0)
    var bytes: [UInt8] = []
    // With room for where a page ended.
    bytes.reserveCapacity(60)
    let numbers = [query.event, query.category, query.itemType]
    let given = numbers.enumerated().reduce(query.vendor == nil ? 0 : 1 as UInt8) { given, number in
      number.element == nil ? given : given | 2 << number.offset
    }
    bytes += [form, sort, filters, given]
    if let vendor = query.vendor { bytes += vendor.bytes }
    for case let number? in numbers { bytes.append(integer: number) }
    return bytes
  }

  static let foreign = ValidationError(
    "invalid_cursor", "This cursor was not made here, or it was changed.",
    hint: "Send next_cursor of the page before as it is, or no cursor for the first page.")

  private static let ofAnotherQuery = ValidationError(
    "invalid_cursor", "This cursor belongs to another sort or other filters.",
    hint: "Send the same sort and filters with it, or no cursor for the first page.")
}
