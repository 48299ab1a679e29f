package import Domain

/// Cursors of lists of products.
///
/// A cursor contains the whole query that it came from: with another query it would repeat some
/// products and skip others, so it is rejected.
package struct ProductCursors: Sendable {
  /// The first byte; cursors of other lists have other numbers.
  private static let form: UInt8 = 1
  private let signer: any Signer
  private let signed: SignedToken

  package init(signer: any Signer) {
    self.signer = signer
    signed = SignedToken(signer: signer, purpose: .cursor)
  }

  /// The cursor; needs no escaping in a URL.
  package func text(_ position: ProductPosition, of query: ProductQuery) -> String {
    var bytes = self.bytes(query)
    bytes.append(integer: position.rank)
    bytes.append(integer: position.id)
    return signed.text(bytes)
  }

  /// - Throws: `invalid_cursor` for a text that we did not sign, and for a cursor of another query.
  package func position(
    _ text: String, of query: ProductQuery
  ) throws(ValidationError) -> ProductPosition {
    guard let bytes = signed.bytes(text) else { throw Self.foreign }
    let wanted = self.bytes(query)
    guard bytes.starts(with: wanted) else { throw Self.ofAnotherQuery }
    var reader = ByteReader(bytes, from: wanted.count)
    guard let rank = reader.integer(), let id = reader.integer(), reader.isAtEnd else {
      throw Self.ofAnotherQuery
    }
    return ProductPosition(rank: rank, id: id)
  }

  /// With a digest of the options, whose texts may be long.
  private func bytes(_ query: ProductQuery) -> [UInt8] {
    var bytes = Self.bytes(query)
    if !query.options.isEmpty {
      bytes.append(tag: signer.fingerprint(of: Self.bytes(query.options)))
    }
    return bytes
  }

  /// No query's bytes begin another query's: the fourth byte fixes the rest.
  static func bytes(_ query: ProductQuery) -> [UInt8] {
    let sort: UInt8 =
      switch query.sort {
      case .newest: 0
      case .priceAscending: 1
      case .priceDescending: 2
      case .arranged: 3
      }
    let filters: UInt8 = (query.onlyOnSale ? 1 : 0) | (query.onlyInStock ? 2 : 0)
    var bytes: [UInt8] = []
    // Room for the end of a page.
    bytes.reserveCapacity(60)
    let numbers = [query.event, query.category, query.itemType]
    let others: UInt8 = (query.vendor == nil ? 0 : 1) | (query.options.isEmpty ? 0 : 16)
    let given = numbers.enumerated().reduce(others) { given, number in
      number.element == nil ? given : given | 2 << number.offset
    }
    bytes += [form, sort, filters, given]
    if let vendor = query.vendor { bytes += vendor.bytes }
    for case let number? in numbers { bytes.append(integer: number) }
    return bytes
  }

  /// Each text with its length, and the numbers of texts.
  static func bytes(_ filter: OptionFilter) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(integer: Int64(filter.options.count))
    for option in filter.options {
      bytes.append(integer: Int64(option.values.count))
      for text in [option.name] + option.values {
        bytes.append(integer: Int64(text.text.utf8.count))
        bytes += text.text.utf8
      }
    }
    return bytes
  }

  static let foreign = ValidationError(
    "invalid_cursor", "This cursor is invalid.",
    hint: "Send next_cursor of the page before unchanged, or no cursor for the first page.")

  private static let ofAnotherQuery = ValidationError(
    "invalid_cursor", "This cursor belongs to another sort or other filters.",
    hint: "Send the same sort and filters with it, or no cursor for the first page.")
}
