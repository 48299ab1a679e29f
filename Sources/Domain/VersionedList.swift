/// A list that people arrange, and the version of it that this is.
package struct VersionedList<Item: Sendable & Hashable>: Sendable, Hashable {
  /// 1 for a list that was never changed; it grows with every change of any item.
  package let version: Int
  /// In the order of display.
  package let items: [Item]

  package init(version: Int, items: [Item]) {
    self.version = version
    self.items = items
  }
}
