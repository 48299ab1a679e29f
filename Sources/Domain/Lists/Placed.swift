/// Something at its place in a list that people arrange: a banner, a category, an item type.
@dynamicMemberLookup
package struct Placed<Draft: ListedDraft>: Sendable, Hashable {
  /// Given by the store, or by whoever wrote the list.
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
  /// What no two of them share, called `key`; nil where the id alone tells them apart.
  var uniqueKey: Slug? { get }
}

extension ListedDraft {
  package var uniqueKey: Slug? { nil }
}

/// An item of another list, as a draft names it.
package struct ListParent: Sendable, Hashable {
  package let id: Int64
  /// The member that names it: `category_id`.
  package let member: String
  /// Such as `category`, for sentences.
  package let noun: String
}

/// A whole list as somebody wants it, in the order of display.
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

  package let entries: [Entry]

  /// - Throws: violations at `/N/id` and `/N/key` for what stands twice, or one at the whole list
  ///   when it is too long.
  package init(_ entries: [Entry]) throws(Rejection) {
    guard entries.count <= Draft.countMax else {
      let flaw = Flaw(
        "too_many", "More than \(Draft.countMax) of the kind \(Draft.noun).",
        hint: "Send at most \(Draft.countMax).")
      throw Rejection([Violation("", flaw)])
    }
    let violations =
      Self.repetitions(of: "id", entries.map { $0.id.map(String.init) })
      + Self.repetitions(of: "key", entries.map(\.draft.uniqueKey?.text))
    guard violations.isEmpty else { throw Rejection(violations) }
    self.entries = entries
  }

  private static func repetitions(of member: String, _ values: [String?]) -> [Violation] {
    var first: [String: Int] = [:]
    var violations: [Violation] = []
    for case (let index, let value?) in values.enumerated() {
      if let earlier = first[value] {
        let flaw = Flaw(
          "duplicate",
          "The \(member) \(value) is already that of the item with index \(earlier).",
          hint: "Give each item another one.")
        violations.append(Violation("/\(index)/\(member)", flaw))
      } else {
        first[value] = index
      }
    }
    return violations
  }

  /// What has to be done to `current`, so that it becomes this list.
  package func plan(for current: [Placed<Draft>]) -> ListPlan<Draft> {
    let stored = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
    var (created, updated) = ([ListPlan<Draft>.Creation](), [Placed<Draft>]())
    for (index, entry) in entries.enumerated() {
      let position = index + 1
      guard let id = entry.id, let item = stored[id] else {
        created.append(.init(entry: entry, position: position))
        continue
      }
      let wanted = Placed(id: id, draft: entry.draft, position: position)
      if wanted != item { updated.append(wanted) }
    }
    let kept = Set(entries.compactMap(\.id))
    return ListPlan(
      created: created, updated: updated, removed: current.map(\.id).filter { !kept.contains($0) },
      total: entries.count)
  }

  /// What is wrong with items whose parents are not there, each at its place.
  package func violations(knownParents: Set<Int64>) -> [Violation] {
    entries.enumerated().compactMap { index, entry in
      guard let parent = entry.draft.parent, !knownParents.contains(parent.id) else { return nil }
      let flaw = Flaw(
        "unknown_\(parent.noun)", "There is no \(parent.noun) \(parent.id).",
        hint: "Name one that is there, or add it first.")
      return Violation("/\(index)/\(parent.member)", flaw)
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

extension Flaw {
  /// Something that shall go is still needed.
  package static func inUse(_ noun: String, _ ids: [Int64], by users: String) -> Flaw {
    let names = ids.sorted().map { "\($0)" }.joined(separator: ", ")
    return Flaw(
      "in_use", "There are \(users) of the \(noun) \(names), which the list leaves out.",
      hint: "Keep it in the list, or give them another one first.")
  }
}
