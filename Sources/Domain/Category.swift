/// A department of the shop, such as 아우터.
package typealias Category = Placed<CategoryDraft>

/// What a category is called.
package struct CategoryDraft: ListedDraft {
  /// Far above what a menu can hold.
  package static let countMax = 500
  package static let noun = "category"
  package let title: Title

  package init(title: Title) {
    self.title = title
  }

  package var image: ImageReference? { nil }
  package var parent: ListParent? { nil }
}
