/// One item of a list of event categories as it is sent, with what its sender knows of the stored
/// one.
package struct EventCategoryItem: Sendable, Hashable {
  package let draft: EventCategoryDraft
  /// What an earlier answer gave; nothing for an item that was written by hand.
  package let known: KnownEventCategory

  package init(_ draft: EventCategoryDraft, known: KnownEventCategory = .none) {
    self.draft = draft
    self.known = known
  }
}

/// What somebody knows of a stored event category, from an answer that gave it.
package struct KnownEventCategory: Sendable, Hashable {
  package static let none = KnownEventCategory()
  package var id: Int64?
  package var position: Int?
  package var version: Int?

  package init(id: Int64? = nil, position: Int? = nil, version: Int? = nil) {
    self.id = id
    self.position = position
    self.version = version
  }

  /// Whether it comes from an answer: a file that people write has neither.
  var isFromAnswer: Bool { id != nil || version != nil }

  /// What of it is no longer true.
  ///
  /// - Parameters:
  ///   - stored: the event category that is meant; nil when there is none any more.
  ///   - place: from 1, where the item is in the list that is sent; nil outside of a list.
  func contradictions(to stored: EventCategory?, at place: Int?) -> [FieldError] {
    guard let stored else {
      guard isFromAnswer else { return [] }
      return [FieldError(id == nil ? "/version" : "/id", Self.removed)]
    }
    var fieldErrors: [FieldError] = []
    if let id, id != stored.id { fieldErrors.append(FieldError("/id", Self.anotherID(stored.id))) }
    if let version, version != stored.version {
      fieldErrors.append(FieldError("/version", Self.anotherVersion(stored)))
    }
    if let place, let position, position != stored.position, position != place {
      fieldErrors.append(FieldError("/position", Self.orderOfList))
    }
    return fieldErrors
  }

  private static let removed = ValidationError(
    "removed", "This event category was removed after the list was read, or has another key.",
    hint: "Read the list again; to add it anew, leave id and version out.")

  private static let orderOfList = ValidationError(
    "order_of_list", "The item is at another position in this list.",
    hint: "Move the item in the list, and leave position out.")

  private static func anotherID(_ id: Int64) -> ValidationError {
    ValidationError(
      "another_id", "The event category with this key has the id \(id).",
      hint: "Read the list again, or leave id out.")
  }

  private static func anotherVersion(_ stored: EventCategory) -> ValidationError {
    ValidationError(
      "stale_version",
      "The current version is \(stored.version): \"\(stored.title)\" was changed after it was read.",
      hint: "Read it again, and make the change on what is there.")
  }
}
