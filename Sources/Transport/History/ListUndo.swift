import Domain
import UseCases
import Web

/// Takes a change of an arranged list back: its items, and their order.
struct ListUndo<Draft: AdministeredDraft>: Sendable {
  let change: RecordedChange

  /// - Throws: `changed_since` if another change touched the same items, or the order if this one
  ///   was about that; `rejected` where the former items do not fit the shop any more.
  func plan(_ current: ArrangedList<Draft>) throws(Failure) -> ListPlan<Draft> {
    let stored = Dictionary(current.items.map { ($0.id, $0) }) { first, _ in first }
    let items = change.items
    for item in items {
      let now = stored[item.id].map(Self.members)
      let isSame = item.after.map { now?.still(have: $0) ?? false } ?? (now == nil)
      guard isSame else { throw .changedSince }
    }
    let former = Dictionary(items.map { ($0.id, $0.before) }) { first, _ in first }
    do throws(Rejection) {
      var entries: [(id: Int64, entry: ListEntry<Draft>)] = []
      for id in try order(current.items.map(\.id)) {
        guard let entry = try Self.entry(stored[id], former[id] ?? nil) else { continue }
        entries.append((id, entry))
      }
      let eventProducts = former.compactMapValues { $0.flatMap(Self.eventProducts) }
      return try ListPlan.restoring(entries, eventProducts: eventProducts, in: current)
    } catch {
      throw error.fieldErrors.isEmpty ? .changedSince : .rejected(error.fieldErrors)
    }
  }

  private static func members(_ item: ListItem<Draft>) -> [JSONValue.Member] {
    [JSONValue.Member](of: Draft.declaration.item.bytes(item))
  }

  /// The ids of the products of a removed event.
  private static func eventProducts(_ former: [JSONValue.Member]) -> [Int64]? {
    guard case .array(let ids)? = former[History.eventProductsName] else { return nil }
    return ids.compactMap { if case .integer(let id) = $0 { id } else { nil } }
  }

  /// - Parameter former: the members to be put back; nil for an item that stays as it is.
  private static func entry(
    _ item: ListItem<Draft>?, _ former: [JSONValue.Member]?
  ) throws(Rejection) -> ListEntry<Draft>? {
    guard let former else { return item.map { ListEntry($0.draft, schedule: $0.schedule) } }
    let whole = (item.map(members) ?? []).replacing(former)
      .without(["id", "position", "version", History.eventProductsName])
    return try Draft.declaration.newItem.value(of: .object(whole), from: nil)
  }

  /// The ids of the list without the change. Items that were added since keep their places.
  ///
  /// - Throws: no errors, if both the change and a later one moved items.
  private func order(_ current: [Int64]) throws(Rejection) -> [Int64] {
    guard let (old, new) = change.order else { return current }
    guard current != new else { return old }
    let (oldIDs, newIDs) = (Set(old), Set(new))
    guard old.filter(newIDs.contains) == new.filter(oldIDs.contains) else { throw Rejection([]) }
    var order = current.filter { !newIDs.contains($0) || oldIDs.contains($0) }
    for (index, id) in old.enumerated() where !newIDs.contains(id) {
      // After the nearest item that was before it and is still there.
      let place = old[..<index].reversed().lazy.compactMap { order.firstIndex(of: $0) }.first
      order.insert(id, at: place.map { $0 + 1 } ?? 0)
    }
    return order
  }
}
