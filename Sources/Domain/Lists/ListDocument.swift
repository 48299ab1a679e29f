/// An item as a client sends it.
package struct ListEntry<Draft: ListedDraft>: Sendable, Hashable {
  package let draft: Draft
  package let schedule: Schedule
  /// The id and version of the stored item, from an earlier answer.
  package let known: KnownItem

  package init(_ draft: Draft, schedule: Schedule = .always, known: KnownItem = .none) {
    self.draft = draft
    self.schedule = schedule
    self.known = known
  }
}

/// The id and version of a stored item, as the sender knows them.
package struct KnownItem: Sendable, Hashable {
  package static let none = KnownItem()
  package let id: Int64?
  package let position: Int?
  package let version: Int?

  package init(id: Int64? = nil, position: Int? = nil, version: Int? = nil) {
    self.id = id
    self.position = position
    self.version = version
  }

  /// False for an item that was written by hand.
  var isFromAnswer: Bool { id != nil || version != nil }
}

/// A whole new list, in the order of display.
package struct ListDocument<Draft: ListedDraft>: Sendable, Hashable {
  /// The largest id that a list may choose for a new item. The store continues after it.
  package static var idMax: Int64 { 1_000_000_000 }
  package let entries: [ListEntry<Draft>]
  /// The version that the sender read; nil for a list that was written by hand.
  package let version: Int?

  /// - Throws: mistakes at `/N/id`, `/N/key` and the member of the parent, or one at the whole list
  ///   when it is too long.
  package init(_ entries: [ListEntry<Draft>], version: Int? = nil) throws(Rejection) {
    guard entries.count <= Draft.countMax else {
      throw Rejection([FieldError("", Draft.tooMany)])
    }
    let fieldErrors = Self.fieldErrors(
      of: entries.map {
        Marks(id: $0.known.id, key: $0.draft.itemKey, parent: $0.draft.parent?.target)
      }
    )
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    self.init(unchecked: entries, version: version)
  }

  /// A list that may be too long: for a step in a change of several lists.
  package init(passing entries: [ListEntry<Draft>]) {
    self.init(unchecked: entries, version: nil)
  }

  package var drafts: [Draft] { entries.map(\.draft) }

  package static var empty: Self { Self(unchecked: [], version: nil) }

  private init(unchecked entries: [ListEntry<Draft>], version: Int?) {
    self.entries = entries
    self.version = version
  }

  /// The same list, based on this version of the stored one.
  package func read(at version: Int?) -> Self { Self(unchecked: entries, version: version) }

  // MARK: Between entries

  /// The parts of an entry that must not repeat or exceed a limit; nil for a missing or unreadable
  /// one.
  package struct Marks {
    package let id: Int64?
    package let key: Slug?
    package let parent: LinkTarget?

    package init(id: Int64?, key: Slug?, parent: LinkTarget?) {
      self.id = id
      self.key = key
      self.parent = parent
    }
  }

  /// Errors between entries. Some of the entries may be unreadable.
  package static func fieldErrors(of entries: [Marks]) -> [FieldError] {
    let ids = Draft.hasKeys ? [] : repetitions(of: "id", entries.map { $0.id.map(String.init) })
    return ids + repetitions(of: Draft.keyName ?? "", entries.map { $0.key?.text })
      + crowds(of: entries.map(\.parent))
  }

  private static func repetitions(of member: String, _ values: [String?]) -> [FieldError] {
    var first: [String: Int] = [:]
    return values.enumerated().compactMap { index, value in
      guard let value else { return nil }
      guard let earlier = first[value] else {
        first[value] = index
        return nil
      }
      let flaw = ValidationError(
        "duplicate", "The \(member) \(value) is already that of the item with index \(earlier).",
        hint: "Give each item its own \(member).")
      return FieldError("/\(index)/\(member)", flaw)
    }
  }

  /// Errors for parents with too many items.
  private static func crowds(of parents: [LinkTarget?]) -> [FieldError] {
    guard let member = Draft.parents?.member else { return [] }
    var counts: [LinkTarget: Int] = [:]
    return parents.enumerated().compactMap { index, parent in
      guard let parent else { return nil }
      counts[parent, default: 0] += 1
      guard counts[parent] == Draft.siblingsMax + 1 else { return nil }
      let flaw = ValidationError(
        "too_many", "The \(parent.described) has more than \(Draft.siblingsMax) items.",
        hint: "Name another parent for the others.")
      return FieldError("/\(index)/\(member)", flaw)
    }
  }
}

// MARK: Lost updates

extension ListDocument {
  /// Whether the document says which state of the list it is based on. Otherwise it could remove
  /// items that its sender never saw. Ids say so only in a list whose ids the store alone gives.
  package var namesItsState: Bool {
    version != nil
      || entries.contains { Draft.hasKeys ? $0.known.isFromAnswer : $0.known.version != nil }
  }

  /// The stored item of each entry; nil for a new one.
  func matches(in current: ArrangedList<Draft>) -> [ListItem<Draft>?] {
    if Draft.hasKeys {
      let stored = Dictionary(current.items.map { ($0.draft.itemKey, $0) }) { first, _ in first }
      return entries.map { stored[$0.draft.itemKey] }
    }
    let named = Set(entries.compactMap(\.known.id))
    let stored = Dictionary(current.items.map { ($0.id, $0) }) { first, _ in first }
    // An entry without an id means an item with equal content, so sending a list twice changes
    // nothing.
    var unnamed = current.items.filter { !named.contains($0.id) }
    return entries.map { entry in
      if let id = entry.known.id { return stored[id] }
      let index = unnamed.firstIndex { $0.draft == entry.draft && $0.schedule == entry.schedule }
      return index.map { unnamed.remove(at: $0) }
    }
  }

  /// Conflicts with the stored list, which changed after the sender read it. Empty for a list that
  /// was written by hand, which replaces any list. A new order is not a conflict.
  ///
  /// - Parameter isSeen: whether `If-Match` proves that the sender saw the stored list.
  package func contradictions(
    to current: ArrangedList<Draft>, isSeen: Bool
  ) -> [FieldError] {
    let matches = matches(in: current)
    var fieldErrors = zip(entries, matches).enumerated().flatMap { index, pair in
      pair.0.contradictions(to: pair.1).map { $0.under("/items/\(index)") }
    }
    if let version {
      guard !current.isUpToDate(version) else { return fieldErrors }
      fieldErrors.append(FieldError("/version", .staleList(current.version)))
    }
    return isSeen ? fieldErrors : fieldErrors + unseen(in: current, matches)
  }

  /// Items that were added after the sender read the list, and that the document would remove or
  /// overwrite. Where the store alone gives ids, these have larger ids than any that the sender
  /// read.
  private func unseen(
    in current: ArrangedList<Draft>, _ matches: [ListItem<Draft>?]
  ) -> [FieldError] {
    guard Draft.hasKeys, entries.contains(where: \.known.isFromAnswer) else { return [] }
    let seen = zip(entries, matches).compactMap { entry, item in
      entry.known.isFromAnswer ? entry.known.id ?? item?.id : nil
    }
    let newest = seen.max() ?? 0
    let places = Dictionary(
      matches.enumerated().compactMap { index, item in item.map { ($0.id, index) } }
    ) { first, _ in first }
    return current.items.filter { $0.id > newest }.compactMap { item in
      guard let place = places[item.id] else { return FieldError("/items", .unseen(item)) }
      guard !entries[place].known.isFromAnswer else { return nil }
      return FieldError("/items/\(place)/\(Draft.keyName ?? "")", .addedMeanwhile(item))
    }
  }
}

extension ListEntry {
  /// Conflicts with the stored item.
  package func contradictions(to stored: ListItem<Draft>?) -> [FieldError] {
    guard let stored else {
      // In a list without keys, an unknown id belongs to a new item.
      let isKnown = Draft.hasKeys ? known.isFromAnswer : known.version != nil
      guard isKnown else { return [] }
      return [FieldError(known.id == nil ? "/version" : "/id", .removed(Draft.noun))]
    }
    var fieldErrors: [FieldError] = []
    if let id = known.id, id != stored.id {
      fieldErrors.append(FieldError("/id", .anotherID(stored.id)))
    }
    if let version = known.version, version != stored.version {
      fieldErrors.append(FieldError("/version", .staleItem(stored)))
    }
    return fieldErrors
  }
}

extension ValidationError {
  fileprivate static func removed(_ noun: String) -> ValidationError {
    ValidationError(
      "removed", "This \(noun) was removed after the list was read, or has another key.",
      hint: "Read the list again; to add it anew, leave id and version out.")
  }

  fileprivate static func anotherID(_ id: Int64) -> ValidationError {
    ValidationError(
      "another_id", "The item with this key has the id \(id).",
      hint: "Read the list again, or leave id out.")
  }

  fileprivate static func staleItem<Draft>(_ item: ListItem<Draft>) -> ValidationError {
    ValidationError(
      "stale_version",
      "The current version is \(item.version): \(item.name) was changed after it was read.",
      hint: "Read the item again and repeat the change.")
  }

  fileprivate static func staleList(_ version: Int) -> ValidationError {
    ValidationError(
      "stale_version", "The current version of the list is \(version).",
      hint: "Read the list again, or leave version out to replace it as it is.")
  }

  fileprivate static func unseen<Draft>(_ item: ListItem<Draft>) -> ValidationError {
    ValidationError(
      "unseen", "The \(Draft.noun) \(item.name) is missing here and would be removed.",
      hint: "Read the list again. To remove it, send the version of the list, or If-Match.")
  }

  fileprivate static func addedMeanwhile<Draft>(_ item: ListItem<Draft>) -> ValidationError {
    ValidationError(
      "unseen",
      "The \(Draft.noun) \(item.name) was added after the list was read, and would be overwritten.",
      hint: "Read the list again, or choose another key.")
  }
}

extension ListItem {
  /// For a sentence.
  fileprivate var name: String { draft.label ?? "\(id)" }
}
