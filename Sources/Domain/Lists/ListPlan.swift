/// A change of an arranged list: the new list beside the stored one.
///
/// Pure functions make it from the stored list; a store only writes it.
package struct ListPlan<Draft: ListedDraft>: Sendable, Hashable {
  /// An item of the new list.
  package struct Row: Sendable, Hashable {
    /// Nil for a new item to which the store gives an id.
    package let id: Int64?
    package let draft: Draft
    package let schedule: Schedule
    package let version: Int
    /// Nil for a new item.
    package let stored: ListItem<Draft>?
    /// The place of the item in the request, such as `/items/3`.
    package let pointer: String

    /// Whether its content or schedule is new.
    package var isChanged: Bool { stored?.draft != draft || stored?.schedule != schedule }

    init(_ entry: ListEntry<Draft>, _ stored: ListItem<Draft>, at pointer: String) {
      id = stored.id
      (draft, schedule) = (entry.draft, entry.schedule)
      let isEqual = stored.draft == draft && stored.schedule == schedule
      version = isEqual ? stored.version : stored.nextVersion
      self.stored = stored
      self.pointer = pointer
    }

    init(new entry: ListEntry<Draft>, id: Int64?, version: Int, at pointer: String) {
      self.id = id
      (draft, schedule) = (entry.draft, entry.schedule)
      self.version = version
      stored = nil
      self.pointer = pointer
    }

    /// An unchanged item.
    init(_ item: ListItem<Draft>) {
      self.init(ListEntry(item.draft, schedule: item.schedule), item, at: "")
    }
  }

  package let before: ArrangedList<Draft>
  /// In the new order.
  package let rows: [Row]
  package let removed: [ListItem<Draft>]
  /// The products of events that are put back, by the event's id.
  package private(set) var eventProducts: [Int64: [Int64]] = [:]
  /// Whether items are put back as they were, also where a link leads to nothing any more.
  private var isRestored = false
  /// The place in the request that removes items.
  private let removalPointer: String

  private init(_ before: ArrangedList<Draft>, _ rows: [Row], removalPointer: String = "") {
    self.before = before
    self.rows = rows
    let kept = Set(rows.compactMap { $0.stored?.id })
    removed = before.items.filter { !kept.contains($0.id) }
    self.removalPointer = removalPointer
  }

  // MARK: Kinds of changes

  /// Replaces the whole list.
  package static func replacing(
    _ current: ArrangedList<Draft>, with document: ListDocument<Draft>
  ) -> ListPlan {
    let matches = document.matches(in: current)
    let version = current.versionOfNewItems
    let rows = zip(document.entries, matches).enumerated().map { index, pair in
      let (entry, stored) = pair
      let pointer = "/items/\(index)"
      return stored.map { Row(entry, $0, at: pointer) }
        ?? Row(
          new: entry, id: Draft.hasKeys ? nil : entry.known.id, version: version, at: pointer)
    }
    let isBehind = document.version.map { $0 != current.version } ?? false
    return ListPlan(
      current, isBehind ? merged(rows, document.entries) : rows, removalPointer: "/items")
  }

  /// Another administrator moved items after the sender read the list. If the sender moved none,
  /// the stored order is kept, and each new item follows the same item as in the request. Otherwise
  /// the sender's order wins.
  private static func merged(_ rows: [Row], _ entries: [ListEntry<Draft>]) -> [Row] {
    let read = zip(rows, entries).filter { $0.0.stored != nil }.map(\.1.known.position)
    let known = read.compactMap(\.self)
    guard known.count == read.count, zip(known, known.dropFirst()).allSatisfy(<) else {
      return rows
    }
    var groups: [[Row]] = [[]]
    for row in rows {
      if row.stored == nil { groups[groups.count - 1].append(row) } else { groups.append([row]) }
    }
    // New rows at the beginning stay there.
    func place(of group: [Row]) -> Int { group.first?.stored?.position ?? 0 }
    return groups.sorted { place(of: $0) < place(of: $1) }.flatMap(\.self)
  }

  /// Fills an empty list, with the ids 1, 2, 3, ...
  package static func filling(
    _ current: ArrangedList<Draft>, with document: ListDocument<Draft>
  ) -> ListPlan {
    ListPlan(
      current,
      document.entries.enumerated().map { index, entry in
        Row(new: entry, id: Int64(index + 1), version: current.versionOfNewItems, at: "")
      })
  }

  /// Adds an item at the end.
  package static func adding(
    _ entry: ListEntry<Draft>, to current: ArrangedList<Draft>
  ) -> ListPlan {
    let new = Row(new: entry, id: nil, version: current.versionOfNewItems, at: "")
    return ListPlan(current, current.items.map(Row.init) + [new])
  }

  /// Replaces the content of an item, and its position if the entry has one.
  ///
  /// - Throws: `out_of_range` for a position outside of the list.
  package static func editing(
    _ item: ListItem<Draft>, to entry: ListEntry<Draft>, in current: ArrangedList<Draft>
  ) throws(Rejection) -> ListPlan {
    var rows = current.items.filter { $0.id != item.id }.map(Row.init)
    let position = entry.known.position ?? item.position
    guard (1...rows.count + 1).contains(position) else {
      let flaw = ValidationError(
        "out_of_range", "The list has no such position.",
        hint: "Write a number from 1 to \(rows.count + 1).",
        allowed: .numbers(1...Int64(rows.count + 1)))
      throw Rejection([FieldError("/position", flaw)])
    }
    rows.insert(Row(entry, item, at: ""), at: position - 1)
    return ListPlan(current, rows)
  }

  /// Removes an item.
  package static func removing(_ id: Int64, from current: ArrangedList<Draft>) -> ListPlan {
    ListPlan(current, current.items.filter { $0.id != id }.map(Row.init))
  }

  /// Makes the list of these items, each under its id: those that the list does not have are put
  /// back, events with their products.
  package static func restoring(
    _ items: [(id: Int64, entry: ListEntry<Draft>)], eventProducts: [Int64: [Int64]] = [:],
    in current: ArrangedList<Draft>
  ) throws(Rejection) -> ListPlan {
    _ = try ListDocument(items.map(\.entry))
    let stored = Dictionary(current.items.map { ($0.id, $0) }) { first, _ in first }
    let version = current.versionOfNewItems
    var plan = ListPlan(
      current,
      items.map { id, entry in
        stored[id].map { Row(entry, $0, at: "") }
          ?? Row(new: entry, id: id, version: version, at: "")
      })
    plan.eventProducts = eventProducts
    plan.isRestored = true
    return plan
  }

  // MARK: The outcome

  package var created: [Row] { rows.filter { $0.stored == nil } }
  package var updated: [Row] { rows.filter { $0.stored != nil && $0.isChanged } }
  package var unchangedCount: Int { rows.count - rows.count(where: \.isChanged) }

  /// Whether more than the order changes.
  private var changesContent: Bool { !removed.isEmpty || rows.contains(where: \.isChanged) }

  /// Whether there is nothing to write.
  package var isEmpty: Bool {
    !changesContent && rows.map(\.id) == before.items.map(\.id)
  }

  /// The list after the change.
  ///
  /// - Parameter ids: the new ids of ``created``, in that order.
  package func after(creating ids: [Int64]) -> ArrangedList<Draft> {
    guard !isEmpty else { return before }
    var given = ids[...]
    let items = rows.enumerated().compactMap { index, row in
      (row.stored?.id ?? given.popFirst()).map { id in
        ListItem(
          id: id, draft: row.draft, schedule: row.schedule, position: index + 1,
          version: row.version)
      }
    }
    let version = before.versionOfNewItems + 1
    return ArrangedList(
      version: version, contentVersion: changesContent ? version : before.contentVersion,
      items: items)
  }

  /// Ids of the new list, as far as they are known.
  package var ids: Set<Int64> { Set(rows.compactMap(\.id)) }
}

// MARK: Rules that need the shop

extension ListPlan {
  /// Link targets that the stored list does not have. The others are not checked: their target may
  /// have been removed, and a list that was read can always be sent back.
  package var newTargets: Set<LinkTarget> {
    guard !isRestored else { return [] }
    let stored = before.items.flatMap(\.draft.targets).map(\.target)
    return Set(rows.flatMap(\.draft.targets).map(\.target)).subtracting(stored)
  }

  package var parents: Set<LinkTarget> { Set(rows.compactMap(\.draft.parent?.target)) }

  /// Images of this site that the stored list does not have.
  package var newImages: Set<ImageReference> {
    let stored = before.items.flatMap(\.draft.images).map(\.reference)
    return Set(rows.flatMap(\.draft.images).map(\.reference).filter(\.isOwnImage))
      .subtracting(stored)
  }

  /// Problems of a plan that only the store can find.
  package struct Findings: Sendable {
    /// Links and parents that do not exist.
    package var missing: Set<LinkTarget> = []
    /// Images that this site does not serve.
    package var unserved: Set<ImageReference> = []
    /// Ids of removed items that are still in use.
    package var needed: [Int64] = []
    /// The table that uses them: `products`.
    package var users = ""

    package init() {}
  }

  /// The errors of the plan, each at its place in the request.
  package func fieldErrors(_ findings: Findings) -> [FieldError] {
    var fieldErrors = rows.flatMap { row in
      row.fieldErrors(findings).map { $0.under(row.pointer) }
    }
    if !findings.needed.isEmpty {
      fieldErrors.append(
        FieldError(removalPointer, .inUse(Draft.noun, findings.needed, by: findings.users)))
    }
    return fieldErrors
  }
}

extension ListPlan.Row {
  fileprivate func fieldErrors(_ findings: ListPlan.Findings) -> [FieldError] {
    var fieldErrors: [FieldError] = []
    if stored == nil, let id, id > ListDocument<Draft>.idMax {
      fieldErrors.append(FieldError("/id", .idTooLarge(id, ListDocument<Draft>.idMax)))
    }
    fieldErrors += ([draft.parent].compactMap(\.self) + draft.targets)
      .filter { findings.missing.contains($0.target) }
      .map { FieldError($0.pointer, $0.target.unknown) }
    fieldErrors += draft.images.filter { findings.unserved.contains($0.reference) }
      .map { FieldError("/" + $0.member, .unknownImage) }
    return fieldErrors
  }
}

extension ValidationError {
  fileprivate static func idTooLarge(_ id: Int64, _ limit: Int64) -> ValidationError {
    ValidationError(
      "malformed_id", "There is no item \(id), and new ids are 1 to \(limit).",
      hint: "Write an id that the list has, a smaller one, or none.")
  }

  /// The error for removed items that are still in use.
  fileprivate static func inUse(
    _ noun: String, _ ids: [Int64], by users: String
  ) -> ValidationError {
    let names = ids.sorted().map(String.init).joined(separator: ", ")
    return ValidationError(
      "in_use", "Still used by \(users): \(noun) \(names).",
      hint: "Keep \(ids.count == 1 ? "it" : "them") in the list, or change the \(users) first.")
  }

  fileprivate static let unknownImage = ValidationError(
    "unknown_image", "This site serves no image at this URL.",
    hint: "Upload the image by POST /admin/v1/images, and send the URL of its answer.")
}
