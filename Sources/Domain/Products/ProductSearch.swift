/// What somebody looks for in the names of products.
package struct ProductSearch: Sendable, Hashable {
  /// How many products are looked at, the newest: without an index of its own a search must end
  /// somewhere, and two thousand names are read in some milliseconds.
  package static let scannedMax = 2_000
  /// Part of a name, in any case; every sign means itself. Of letters that only Unicode holds for
  /// cases of one another, such as `K` and the Kelvin sign, the store may tell both apart.
  package let text: String
  /// How many of those that are found stand before the first one that is wanted.
  package let offset: Int64
  /// 1 to 100.
  package let count: Int

  package init(text: String, offset: Int64, count: Int) {
    self.text = text
    self.offset = offset
    self.count = count
  }
}
