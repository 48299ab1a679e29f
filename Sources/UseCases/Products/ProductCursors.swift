package import Domain

/// Cursors of lists of products, as clients bring them back.
///
/// A cursor holds the whole query that it came from: one that is used with another query would show
/// some products twice and others never, and is refused.
package struct ProductCursors: Sendable {
  /// Octets of another form would begin with another number.
  private static let form: UInt8 = 1
  private let sealed: SealedText

  package init(seal: any Seal) {
    sealed = SealedText(seal: seal, purpose: .cursor)
  }

  /// Fit for a URL as it is.
  package func text(_ position: ProductPosition, of query: ProductQuery) -> String {
    var octets = Self.octets(query)
    octets.append(integer: position.rank)
    octets.append(integer: position.id)
    return sealed.text(octets)
  }

  /// - Throws: `invalid_cursor` for a text that is not ours, and for one of another query.
  package func position(
    _ text: String, of query: ProductQuery
  ) throws(Flaw) -> ProductPosition {
    guard let octets = sealed.octets(text) else { throw Self.foreign }
    let wanted = Self.octets(query)
    guard octets.starts(with: wanted) else { throw Self.ofAnotherQuery }
    var reader = OctetReader(octets, from: wanted.count)
    guard let rank = reader.integer(), let id = reader.integer(), reader.isAtEnd else {
      throw Self.ofAnotherQuery
    }
    return ProductPosition(rank: rank, id: id)
  }

  /// No encoding is the beginning of another one: the fourth octet tells what follows.
  private static func octets(_ query: ProductQuery) -> [UInt8] {
    let sort: UInt8 =
      switch query.sort {
      case .newest: 0
      case .priceAscending: 1
      case .priceDescending: 2
      }
    let filters: UInt8 = (query.onlyOnSale ? 1 : 0) | (query.onlyInStock ? 2 : 0)
    var octets: [UInt8] = []
    // With room for where a page ended.
    octets.reserveCapacity(36)
    octets += [form, sort, filters, query.vendor == nil ? 0 : 1]
    if let vendor = query.vendor { octets += vendor.octets }
    return octets
  }

  private static let foreign = Flaw(
    "invalid_cursor", "This cursor was not made here, or it was changed.",
    hint: "Send next_cursor of the page before as it is, or no cursor for the first page.")

  private static let ofAnotherQuery = Flaw(
    "invalid_cursor", "This cursor belongs to another sort or other filters.",
    hint: "Send the same sort and filters with it, or no cursor for the first page.")
}
