/// A department of the shop, such as 아우터.
package struct Category: Sendable, Hashable {
  package let id: Int64
  package let title: Title
  /// From 1, in the order of display.
  package let position: Int

  package init(id: Int64, title: Title, position: Int) {
    self.id = id
    self.title = title
    self.position = position
  }
}
