import Domain
package import UseCases
import Web

/// Takes a change of the history back, by a change of its own.
package struct UndoChange: Sendable {
  private let lists: any ListRepository
  private let eventProducts: any EventProductRepository
  private let searchRules: any SearchRuleRepository
  private let products: any ProductRepository
  private let history: any HistoryRepository
  private let now: WallClock

  package init(_ store: any Store, now: @escaping WallClock) {
    (lists, eventProducts, searchRules) = (store, store, store)
    (products, history, self.now) = (store, store, now)
  }

  init(_ ports: Ports) {
    (lists, eventProducts, searchRules) = (ports.lists, ports.eventProducts, ports.searchRules)
    (products, history, now) = (ports.products, ports.history, ports.machine.now)
  }

  /// Returns the change that takes it back.
  ///
  /// - Throws: `changed_since` if a later change touched the same; `not_undoable`; `rejected` where
  ///   the former state does not fit the shop any more.
  package func callAsFunction(
    _ entry: HistoryEntry, by author: Author, requestID: String
  ) async throws(Failure) -> HistoryEntry {
    try await carryOut(Undo(entry: entry, author: author, requestID: requestID))
    // Only one request can have taken it back.
    let latest = try await history.changes(HistoryQuestion(author: author.id))
    guard let change = latest.first(where: { $0.change.undoes == entry.id }) else {
      throw .bug("an undo left no change")
    }
    return change
  }

  private func carryOut(_ undo: Undo) async throws(Failure) {
    let entry = undo.entry
    guard entry.parts.isEmpty else { throw .hasParts }
    let change = try RecordedChange(entry.change)
    let path = entry.change.resource.split(separator: "/").map(String.init)
    switch (path.first, path.count) {
    case ("products", 1): try await products(change.items, undo)
    case ("products", 2):
      guard let id = Int64(path[1]) else { throw .notUndoable }
      guard change.after != nil else { return try await restore(id, undo) }
      try await products([.init(id: id, before: change.before, after: change.after)], undo)
    case ("event-categories", 3):
      guard let id = Int64(path[1]) else { throw .notUndoable }
      try await eventProducts(of: id, change, undo)
    case ("search", 1): try await searchRules(change, undo)
    default:
      let list = AdministeredLists.all.first { $0.resource == entry.change.resource }
      guard let list else { throw .notUndoable }
      try await list.undo(change, undo, in: lists)
    }
  }

  private func products(
    _ items: [RecordedChange.Item], _ undo: Undo
  ) async throws(Failure) {
    let write = WriteProducts(products: products, now: now)
    _ = try await ProductUndo(products: products, write: write)(
      items, once: undo.once(History.products))
  }

  private func restore(_ product: Int64, _ undo: Undo) async throws(Failure) {
    let once = undo.once { (before: Product?, after: Product?) throws(Failure) in
      // It is in the shop already.
      guard before == nil else { throw .changedSince }
      return try History.product(before, after)
    }
    do throws(Failure) {
      _ = try await RestoreProduct(products: products, now: now)(product, by: nil, once: once)
    } catch {
      if case .notFound = error { throw .notUndoable }
      throw error
    }
  }

  private func eventProducts(
    of event: Int64, _ change: RecordedChange, _ undo: Undo
  ) async throws(Failure) {
    guard let before = change.before, let after = change.after else { throw .notUndoable }
    let wanted: EventProducts
    do throws(Rejection) {
      wanted = try EventProductRoutes.list.value(of: .object(before), from: nil)
    } catch {
      throw .rejected(error.fieldErrors)
    }
    let condition = EventProductsCondition { ids in
      [JSONValue.Member](of: Wire.eventProducts.bytes(ids)).still(have: after)
    }
    _ = try await Self.undoing { () throws(Failure) in
      try await eventProducts.replace(
        wanted, of: event, if: condition, dryRun: false,
        once: undo.once(History.eventProducts(of: event)))
    }
  }

  private func searchRules(
    _ change: RecordedChange, _ undo: Undo
  ) async throws(Failure) {
    guard let before = change.before, let after = change.after else { throw .notUndoable }
    let known = SearchRulesDocument.bytes(try await searchRules.rules())
    let members = [JSONValue.Member](of: known)
    guard members.still(have: after) else { throw .changedSince }
    let wanted: SearchRules
    do throws(Rejection) {
      wanted = try SearchRulesDocument.document.value(
        of: .object(members.replacing(before)), from: nil)
    } catch {
      throw .rejected(error.fieldErrors)
    }
    // A redirect comes back also where its target has been removed since.
    var targets = ListPromise.nothing
    for target in wanted.redirects.map(\.target) {
      if let id = target.id { targets.ids[target.kind, default: []].insert(id) }
    }
    _ = try await Self.undoing { [targets] () throws(Failure) in
      try await searchRules.replace(
        wanted, if: ChangeCondition { SearchRulesDocument.bytes($0) == known },
        promise: targets, dryRun: false, once: undo.once(History.searchRules))
    }
  }

  /// A failed condition is that of the change.
  private static func undoing<Value>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    do throws(Failure) {
      return try await body()
    } catch {
      throw error == .changedMeanwhile ? .changedSince : error
    }
  }
}

/// The change that takes one back.
struct Undo: Sendable {
  let entry: HistoryEntry
  let author: Author
  let requestID: String

  /// How the history tells it.
  func once<Value>(
    _ describe: @escaping HistoryNote<Value>.Describe
  ) -> RecordedWrite<Value> {
    let note = HistoryNote<Value>(by: author, requestID: requestID) {
      [id = entry.id] before, after throws(Failure) in
      var change = try describe(before, after)
      change?.action = .undo
      change?.undoes = id
      return change
    }
    return RecordedWrite(noting: note)
  }
}

extension AdministeredDraft {
  fileprivate static var resource: String { declaration.resource }

  fileprivate static func undo(
    _ change: RecordedChange, _ undo: Undo, in lists: any ListRepository
  ) async throws(Failure) {
    _ = try await lists.change(
      Self.self, promise: .nothing, dryRun: false, once: undo.once(History.list)
    ) { current throws(Failure) in try ListUndo<Self>(change: change).plan(current) }
  }
}
