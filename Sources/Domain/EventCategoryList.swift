/// A whole ordered list of event categories, as somebody wants it: every key once.
package struct EventCategoryList: Sendable, Hashable {
  /// A home screen shows a dozen; five hundred are far more than people sort by hand, and still
  /// fit into one answer and one transaction.
  package static let countMax = 500
  /// In the order of display.
  package let items: [EventCategoryItem]
  /// The version of the list that it was made from; nil when it was not read before.
  package let version: Int?

  package var drafts: [EventCategoryDraft] { items.map(\.draft) }

  /// - Throws: mistakes at `/N/key` for each repeated key, or one at the whole list when it is
  ///   too long.
  package init(items: [EventCategoryItem], version: Int? = nil) throws(Rejection) {
    guard items.count <= Self.countMax else { throw Rejection([FieldError("", Self.tooMany)]) }
    let fieldErrors = Self.repetitions(of: items.map(\.draft.key))
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    self.items = items
    self.version = version
  }

  /// A list that was written without looking at the stored one.
  package init(_ drafts: [EventCategoryDraft]) throws(Rejection) {
    try self.init(items: drafts.map { EventCategoryItem($0) })
  }

  /// The categories of an empty list that was given this one, with the ids 1, 2, 3, ...
  package func numbered(version: Int) -> [EventCategory] {
    drafts.enumerated().map { index, draft in
      EventCategory(id: Int64(index + 1), draft: draft, position: index + 1, version: version)
    }
  }

  package static let tooMany = ValidationError(
    "too_many", "There can be at most \(countMax) event categories.",
    hint: "Remove the ones that are over.")

  /// One mistake, at `/N/key`, for each key that was there before; nil is a key that could
  /// not be read, so that the rest keeps its places.
  package static func repetitions(of keys: [Slug?]) -> [FieldError] {
    var first: [Slug: Int] = [:]
    var fieldErrors: [FieldError] = []
    for (index, key) in keys.enumerated() {
      guard let key else { continue }
      if let earlier = first[key] {
        let flaw = ValidationError(
          "duplicate", "The key \(key) is already that of the item with index \(earlier).",
          hint: "Give each item its own key.")
        fieldErrors.append(FieldError("/\(index)/key", flaw))
      } else {
        first[key] = index
      }
    }
    return fieldErrors
  }

  // MARK: Lost updates

  /// Whether it says of what state it was made: by its version, or by ids or versions of items. One
  /// that does not may take away what nobody of its senders has seen.
  package var isOfKnownState: Bool { version != nil || items.contains(where: \.known.isFromAnswer) }

  /// What its sender believes of the stored list and is no longer true. Empty for a list that says
  /// nothing of it: such a list replaces whatever is stored.
  ///
  /// Without the version of the whole list, an item that is missing may have been removed, or may
  /// never have been seen. Ids only grow: what has a larger one than all items that come from an
  /// answer was added later. It is neither removed nor overwritten.
  ///
  /// - Parameter isSeen: whether it is known by other means that its sender saw the stored list.
  package func contradictions(
    to current: VersionedList<EventCategory>, isSeen: Bool
  ) -> [FieldError] {
    let stored = Dictionary(current.items.map { ($0.key, $0) }) { first, _ in first }
    var fieldErrors: [FieldError] = []
    for (index, item) in items.enumerated() {
      fieldErrors += item.known.contradictions(to: stored[item.draft.key], at: index + 1)
        .map { $0.under("/items/\(index)") }
    }
    guard version != current.version else { return fieldErrors }
    if version != nil { fieldErrors.append(Self.anotherVersion(current.version)) }
    return isSeen ? fieldErrors : fieldErrors + unseen(among: current.items)
  }

  private func unseen(among stored: [EventCategory]) -> [FieldError] {
    guard items.contains(where: \.known.isFromAnswer) else { return [] }
    let places = Dictionary(items.enumerated().map { ($1.draft.key, $0) }) { first, _ in first }
    let seen = items.filter(\.known.isFromAnswer).compactMap { item in
      item.known.id ?? stored.first { $0.key == item.draft.key }?.id
    }
    let horizon = seen.max() ?? 0
    return stored.filter { $0.id > horizon }.compactMap { category in
      guard let place = places[category.key] else {
        return FieldError("/items", Self.unseen(category))
      }
      guard !items[place].known.isFromAnswer else { return nil }
      return FieldError("/items/\(place)/key", Self.addedMeanwhile(category))
    }
  }

  private static func anotherVersion(_ version: Int) -> FieldError {
    FieldError(
      "/version",
      ValidationError(
        "stale_version", "The current version of the list is \(version).",
        hint: "Read the list again, or leave version out to replace it as it is."))
  }

  private static func addedMeanwhile(_ category: EventCategory) -> ValidationError {
    ValidationError(
      "unseen",
      "\"\(category.title)\" (\(category.key)) was added after the list was read, and would be"
        + " overwritten.",
      hint: "Read the list again, or choose another key.")
  }

  private static func unseen(_ category: EventCategory) -> ValidationError {
    ValidationError(
      "unseen", "\"\(category.title)\" (\(category.key)) is not in this list and would be removed.",
      hint: "Read the list again. To remove it, send the version of the list, or If-Match.")
  }
}
