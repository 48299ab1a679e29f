/// Something at its place in a list that people arrange: a banner, a category, an item type.
@dynamicMemberLookup
package struct Placed<Draft: ListedDraft>: Sendable, Hashable {
  /// Chosen in the list that created it, or by the store.
  package let id: Int64
  package let draft: Draft
  /// From 1, in the order of display.
  package let position: Int

  package init(id: Int64, draft: Draft, position: Int) {
    self.id = id
    self.draft = draft
    self.position = position
  }

  package subscript<Part>(dynamicMember part: KeyPath<Draft, Part>) -> Part {
    draft[keyPath: part]
  }
}

/// What people say of an item of a list that they arrange.
package protocol ListedDraft: Sendable, Hashable {
  /// The largest number of them.
  static var countMax: Int { get }
  /// Such as `item type`, for sentences.
  static var noun: String { get }
  /// Its picture; nil for one that has none.
  var image: ImageReference? { get }
  /// The item of another list that it stands under; nil for one that stands alone.
  var parent: ListParent? { get }
  /// What of the shop it leads to or shows.
  var targets: [ListTarget] { get }
  /// What no two of them share, called `key`; nil where the id alone tells them apart.
  var uniqueKey: Slug? { get }
  /// The largest number of them under one parent.
  static var siblingsMax: Int { get }
}

extension ListedDraft {
  package var targets: [ListTarget] { [] }
  package var uniqueKey: Slug? { nil }
  package static var siblingsMax: Int { countMax }
}

/// An item of another list, as a draft names it.
package struct ListParent: Sendable, Hashable {
  package let id: Int64
  /// The member that names it: `category_id`.
  package let member: String
  /// Such as `category`, for sentences.
  package let noun: String
}

/// Something of the shop that a draft leads to or shows, by its id.
package struct ListTarget: Sendable, Hashable {
  package let target: LinkTarget
  /// Where the draft names it: `/link/id`.
  package let pointer: String

  package init(_ target: LinkTarget, at pointer: String) {
    self.target = target
    self.pointer = pointer
  }
}

/// A new whole list, in the order of display.
package struct PlacedList<Draft: ListedDraft>: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    /// What has the same id stays the same item; nil for a new one, to which the store gives an id.
    package let id: Int64?
    package let draft: Draft

    package init(id: Int64?, draft: Draft) {
      self.id = id
      self.draft = draft
    }
  }

  /// The largest id that a list may choose for a new item. The store continues after it, and its
  /// ids are taken whatever they are.
  package static var idMax: Int64 { 1_000_000_000 }
  package let entries: [Entry]

  /// - Throws: mistakes at `/N/id` and `/N/key` for what stands twice, or one at the whole list
  ///   when it is too long.
  package init(_ entries: [Entry]) throws(Rejection) {
    guard entries.count <= Draft.countMax else {
      let flaw = ValidationError(
        "too_many", "More than \(Draft.countMax) of the kind \(Draft.noun).",
        hint: "Send at most \(Draft.countMax).")
      throw Rejection([FieldError("", flaw)])
    }
    let fieldErrors = Self.fieldErrors(
      of: entries.map {
        Marks(id: $0.id, uniqueKey: $0.draft.uniqueKey, parent: $0.draft.parent)
      })
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    self.entries = entries
  }

  /// For a moment in which several lists change: longer than a list may be.
  package init(passing entries: [Entry]) {
    self.entries = entries
  }

  /// What of an entry has to fit the other entries; nil is what is not there, or cannot be read.
  package struct Marks {
    package var id: Int64?
    package let uniqueKey: Slug?
    package let parent: ListParent?

    package init(id: Int64? = nil, uniqueKey: Slug? = nil, parent: ListParent? = nil) {
      self.id = id
      self.uniqueKey = uniqueKey
      self.parent = parent
    }
  }

  /// What is wrong between entries, some of which perhaps cannot be read.
  package static func fieldErrors(of entries: [Marks]) -> [FieldError] {
    repetitions(of: "id", entries.map { $0.id.map(String.init) })
      + repetitions(of: "key", entries.map(\.uniqueKey?.text))
      + crowds(of: entries.map(\.parent))
  }

  /// Items beyond those that one parent may have.
  private static func crowds(of parents: [ListParent?]) -> [FieldError] {
    var counts: [Int64: Int] = [:]
    return parents.enumerated().compactMap { index, parent in
      guard let parent else { return nil }
      counts[parent.id, default: 0] += 1
      guard counts[parent.id] == Draft.siblingsMax + 1 else { return nil }
      let flaw = ValidationError(
        "too_many", "The \(parent.noun) \(parent.id) has more than \(Draft.siblingsMax).",
        hint: "Name another one from here on.")
      return FieldError("/\(index)/\(parent.member)", flaw)
    }
  }

  private static func repetitions(of member: String, _ values: [String?]) -> [FieldError] {
    var first: [String: Int] = [:]
    var fieldErrors: [FieldError] = []
    for case (let index, let value?) in values.enumerated() {
      if let earlier = first[value] {
        let flaw = ValidationError(
          "duplicate",
          "The \(member) \(value) is already that of the item with index \(earlier).",
          hint: "Give each item another one.")
        fieldErrors.append(FieldError("/\(index)/\(member)", flaw))
      } else {
        first[value] = index
      }
    }
    return fieldErrors
  }

  /// What has to be done to `current`, so that it becomes this list.
  ///
  /// An entry without an id is the stored item with its key, or else one that says the same, so
  /// that a list that is written twice changes nothing.
  package func plan(for current: [Placed<Draft>]) -> ListPlan<Draft> {
    let named = Set(entries.compactMap(\.id))
    var unnamed = current.filter { !named.contains($0.id) }
    let stored = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
    var (created, updated) = ([ListPlan<Draft>.Creation](), [Placed<Draft>]())
    for (index, entry) in entries.enumerated() {
      let position = index + 1
      let known = entry.id.map { stored[$0] } ?? unnamed.take(entry.draft)
      guard let known else {
        created.append(.init(entry: entry, position: position))
        continue
      }
      let wanted = Placed(id: known.id, draft: entry.draft, position: position)
      if wanted != known { updated.append(wanted) }
    }
    return ListPlan(
      created: created, updated: updated, removed: unnamed.map(\.id), total: entries.count)
  }

  /// New items whose ids are too large, each at its place.
  package func fieldErrors(creating plan: ListPlan<Draft>) -> [FieldError] {
    plan.created.compactMap { creation in
      guard let id = creation.entry.id, id > Self.idMax else { return nil }
      let flaw = ValidationError(
        "malformed_id", "There is no item \(id), and new ids are 1 to \(Self.idMax).",
        hint: "Write an id that the list has, a smaller one, or none.")
      return FieldError("/\(creation.position - 1)/id", flaw)
    }
  }

  /// What is wrong with items whose parents are not there, each at its place.
  package func fieldErrors(knownParents: Set<Int64>) -> [FieldError] {
    entries.enumerated().compactMap { index, entry in
      guard let parent = entry.draft.parent, !knownParents.contains(parent.id) else { return nil }
      let flaw = ValidationError(
        "unknown_\(parent.noun)", "There is no \(parent.noun) \(parent.id).",
        hint: "Name one that is there, or add it first.")
      return FieldError("/\(index)/\(parent.member)", flaw)
    }
  }
}

/// What a whole new list changes of the stored one.
package struct ListPlan<Draft: ListedDraft>: Sendable, Hashable {
  package struct Creation: Sendable, Hashable {
    package let entry: PlacedList<Draft>.Entry
    /// From 1.
    package let position: Int
  }

  package let created: [Creation]
  /// As they shall be.
  package let updated: [Placed<Draft>]
  /// Ids.
  package let removed: [Int64]
  /// How many there are afterwards.
  package let total: Int

  package var isEmpty: Bool { created.isEmpty && updated.isEmpty && removed.isEmpty }
  package var unchangedCount: Int { total - created.count - updated.count }
}

extension ValidationError {
  /// Something that shall go is still needed.
  package static func inUse(_ noun: String, _ ids: [Int64], by users: String) -> ValidationError {
    let names = ids.sorted().map { "\($0)" }.joined(separator: ", ")
    return ValidationError(
      "in_use", "There are \(users) of the \(noun) \(names), which the list leaves out.",
      hint: "Keep it in the list, or give them another one first.")
  }
}

extension Array {
  /// Takes out the item that a draft without an id means.
  fileprivate mutating func take<Draft>(_ draft: Draft) -> Placed<Draft>?
  where Element == Placed<Draft> {
    let index = firstIndex { item in
      if let key = draft.uniqueKey { item.draft.uniqueKey == key } else { item.draft == draft }
    }
    return index.map { remove(at: $0) }
  }
}
