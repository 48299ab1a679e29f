/// What administrators decide about an item of a list that they arrange: an event category, a
/// banner, a category.
///
/// A new list declares this, its columns in `ListTables` and its members in `AdministeredLists`.
package protocol ListedDraft: Sendable, Hashable {
  /// In files, in the store and in the contract: `event_banners`.
  static var name: String { get }
  /// One of its items in a sentence: `event banner`.
  static var noun: String { get }
  /// The largest number of items.
  static var countMax: Int { get }
  /// Whether items have keys. A list that is sent names its items by them, and by ids otherwise.
  static var hasKeys: Bool { get }
  /// Unique in the list; nil in a list without keys.
  var itemKey: Slug? { get }
  /// By which people know the item, in quotes where it is their own text; nil: by its id.
  var label: String? { get }
  var images: [ListedImage] { get }
  /// What links and queries of the item show. It may be removed later.
  var targets: [ListTarget] { get }
  /// The item of another list that this one belongs to. The store keeps it from being removed.
  var parent: ListTarget? { get }
  /// Where items name their parents; nil in a list without parents.
  static var parents: ListParents? { get }
  /// The largest number of items with the same parent.
  static var siblingsMax: Int { get }
  /// The kind of link that opens an item of this list; nil when none does.
  static var targetKind: String? { get }
}

extension ListedDraft {
  package static var hasKeys: Bool { false }
  package var itemKey: Slug? { nil }
  package var label: String? { itemKey?.text }
  package var images: [ListedImage] { [] }
  package var targets: [ListTarget] { [] }
  package var parent: ListTarget? { nil }
  package static var parents: ListParents? { nil }
  package static var siblingsMax: Int { countMax }
  package static var targetKind: String? { nil }

  package static var tooMany: ValidationError {
    ValidationError(
      "too_many", "The list has at most \(countMax) items.",
      hint: "Remove the ones beyond that number.")
  }
}

/// A picture of an item.
package struct ListedImage: Sendable, Hashable {
  package let reference: ImageReference
  /// The member that names it: `thumbnail_image_url`.
  package let member: String

  package init(_ reference: ImageReference, as member: String) {
    self.reference = reference
    self.member = member
  }
}

/// Something of the shop that an item names by its id.
package struct ListTarget: Sendable, Hashable {
  package let target: LinkTarget
  /// Where the item names it: `/link/id`.
  package let pointer: String

  package init(_ target: LinkTarget, at pointer: String) {
    self.target = target
    self.pointer = pointer
  }
}

/// How the items of a list name the items of another list that they belong to.
package struct ListParents: Sendable {
  /// ``LinkTarget/kind`` of the parents: `category`.
  package let kind: String
  /// `category_id`.
  package let member: String
}

/// An item of an arranged list.
@dynamicMemberLookup
package struct ListItem<Draft: ListedDraft>: Sendable, Hashable {
  /// Stable, and never given again.
  package let id: Int64
  package let draft: Draft
  /// When it is shown.
  package let schedule: Schedule
  /// From 1, without gaps.
  package let position: Int
  /// Grows by one with each change of its content; a change of its position is none. A new item
  /// begins at ``ArrangedList/versionOfNewItems``.
  package let version: Int

  package init(
    id: Int64, draft: Draft, schedule: Schedule = .always, position: Int, version: Int = 1
  ) {
    self.id = id
    self.draft = draft
    self.schedule = schedule
    self.position = position
    self.version = version
  }

  package subscript<Part>(dynamicMember part: KeyPath<Draft, Part>) -> Part {
    draft[keyPath: part]
  }

  var nextVersion: Int {
    let (next, overflows) = version.addingReportingOverflow(1)
    return overflows ? version : next
  }
}

/// A list that administrators arrange, as it is stored.
package struct ArrangedList<Draft: ListedDraft>: Sendable, Hashable {
  /// 1 for a list that never changed; grows with every change.
  package let version: Int
  /// The version of the last change that was more than a new order.
  package let contentVersion: Int
  /// In the order of display.
  package let items: [ListItem<Draft>]

  package init(version: Int, contentVersion: Int, items: [ListItem<Draft>]) {
    self.version = version
    self.contentVersion = contentVersion
    self.items = items
  }

  /// A list that never changed.
  package static var empty: Self { Self(version: 1, contentVersion: 1, items: []) }

  /// The version of items that the next change adds: above that of every item that was ever in the
  /// list, so that an item that is added again is not taken for the removed one.
  package var versionOfNewItems: Int {
    items.reduce(version) { max($0, $1.nextVersion) }
  }

  /// Whether a sender who read this version saw all of the list but perhaps its order.
  func isUpToDate(_ read: Int) -> Bool {
    (contentVersion...max(version, contentVersion)).contains(read)
  }
}
