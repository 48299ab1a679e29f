/// The editable content of an item in an arranged list, such as an event category, a banner or a
/// category.
///
/// A new list declares this, its columns in `ListTables` and its members in `AdministeredLists`.
package protocol ListedDraft: Sendable, Hashable {
  /// The list's name in files, in the store and in the contract: `event_banners`.
  static var name: String { get }
  /// The name of one item in a sentence: `event banner`.
  static var noun: String { get }
  /// The largest number of items.
  static var countMax: Int { get }
  /// The member with an item's key; nil in a list without keys. A submitted list identifies its
  /// items by key, or else by id.
  static var keyName: String? { get }
  /// Unique in the list; nil in a list without keys.
  var itemKey: Slug? { get }
  /// The item's name in messages, in quotes if an administrator chose it; nil: its id is used.
  var label: String? { get }
  /// The text that shoppers see; nil for an item without one.
  func title(in language: String) -> Title?
  var images: [ListedImage] { get }
  /// The targets of the item's links and queries. They may be removed later.
  var targets: [ListTarget] { get }
  /// The item of another list that this one belongs to. The store does not remove it while it has
  /// such items.
  var parent: ListTarget? { get }
  /// The member that names an item's parent; nil in a list without parents.
  static var parents: ListParents? { get }
  /// The largest number of items with the same parent.
  static var siblingsMax: Int { get }
  /// The kind of link that opens an item of this list; nil when none does.
  static var targetKind: String? { get }
}

extension ListedDraft {
  package static var keyName: String? { nil }
  package static var hasKeys: Bool { keyName != nil }
  package var itemKey: Slug? { nil }
  package var label: String? { itemKey?.text }
  package func title(in language: String) -> Title? { nil }
  package var images: [ListedImage] { [] }
  package var targets: [ListTarget] { [] }
  package var parent: ListTarget? { nil }
  package static var parents: ListParents? { nil }
  package static var siblingsMax: Int { countMax }
  package static var targetKind: String? { nil }

  package static var tooMany: ValidationError {
    ValidationError(
      "too_many", "The list has at most \(countMax) items.",
      hint: "Remove the others.")
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

/// A thing of the shop that an item names by its id.
package struct ListTarget: Sendable, Hashable {
  package let target: LinkTarget
  /// The pointer to its id: `/link/id`.
  package let pointer: String

  package init(_ target: LinkTarget, at pointer: String) {
    self.target = target
    self.pointer = pointer
  }
}

/// The relation of a list to the list of its parents.
package struct ListParents: Sendable {
  /// ``LinkTarget/kind`` of the parents: `category`.
  package let kind: String
  /// The member that names the parent: `category_id`.
  package let member: String
}

/// An item of an arranged list.
@dynamicMemberLookup
package struct ListItem<Draft: ListedDraft>: Sendable, Hashable {
  /// Stable, never reused.
  package let id: Int64
  package let draft: Draft
  /// The time in which it is shown.
  package let schedule: Schedule
  /// From 1, without gaps.
  package let position: Int
  /// Grows by one with each change of the content; a change of the position does not count. A new
  /// item begins at ``ArrangedList/versionOfNewItems``.
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
  /// The version of the last change of more than the order.
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

  /// The version of items that the next change adds: higher than every version in the list's
  /// history, so an item that is added again differs from the removed one.
  package var versionOfNewItems: Int {
    items.reduce(version) { max($0, $1.nextVersion) }
  }

  /// Whether a sender who read this version saw the present content, if perhaps not the order.
  func isUpToDate(_ read: Int) -> Bool {
    (contentVersion...max(version, contentVersion)).contains(read)
  }
}
