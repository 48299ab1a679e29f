/// A whole ordered list of event categories, as somebody wants it: every key once.
package struct EventCategoryList: Sendable, Hashable {
  /// A home screen shows a dozen; five hundred are far more than anybody sorts by hand, and still
  /// fit into one answer and one transaction.
  package static let countMax = 500
  /// In the order of display.
  package let drafts: [EventCategoryDraft]

  /// - Throws: violations at `/N/key` for each repeated key, or one at the whole list when it is
  ///   too long.
  package init(_ drafts: [EventCategoryDraft]) throws(Rejection) {
    guard drafts.count <= Self.countMax else { throw Rejection([Violation("", Self.tooMany)]) }
    let violations = Self.repetitions(of: drafts.map(\.key))
    guard violations.isEmpty else { throw Rejection(violations) }
    self.drafts = drafts
  }

  /// The categories of an empty store that was given this list, with the ids 1, 2, 3, ...
  package var numbered: [EventCategory] {
    drafts.enumerated().map { index, draft in
      EventCategory(id: Int64(index + 1), draft: draft, position: index + 1, version: 1)
    }
  }

  package static let tooMany = Flaw(
    "too_many", "There can be at most \(countMax) event categories.",
    hint: "Remove the ones that are over.")

  /// One violation, at `/N/key`, for each key that stood before; nil stands for a key that could
  /// not be read, so that the rest keeps its places.
  package static func repetitions(of keys: [Slug?]) -> [Violation] {
    var first: [Slug: Int] = [:]
    var violations: [Violation] = []
    for (index, key) in keys.enumerated() {
      guard let key else { continue }
      if let earlier = first[key] {
        let flaw = Flaw(
          "duplicate", "The key \(key) is already that of the item with index \(earlier).",
          hint: "Give each item its own key.")
        violations.append(Violation("/\(index)/key", flaw))
      } else {
        first[key] = index
      }
    }
    return violations
  }
}
