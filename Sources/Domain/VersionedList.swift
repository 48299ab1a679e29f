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

extension VersionedList<EventCategory> {
  /// The version that the next change gives to items that it creates: above that of every item that
  /// ever was in the list. Then the version of the list must grow beyond it.
  ///
  /// A change raises the versions of items and that of the list by one, so that no item is ahead of
  /// its list; only in lists that are older than their version it may be.
  package var versionOfNewItems: Int {
    items.reduce(version) { highest, item in
      let (next, overflows) = item.version.addingReportingOverflow(1)
      return max(highest, overflows ? item.version : next)
    }
  }
}
