import Domain
import Synchronization
package import UseCases

/// What changed, numbered at once.
struct FakeChanges: FakePart {
  struct Thing: Hashable {
    let kind: String
    /// 0 for all of the kind.
    let key: Int64
  }

  var era = SixteenBytes(high: 0, low: 1)
  /// The last numbers of past eras.
  var past: [SixteenBytes: Int64] = [:]
  var sequence: Int64 = 0
  private(set) var numbers: [Thing: Int64] = [:]

  mutating func number(_ kind: String, _ key: Int64 = 0) {
    sequence += 1
    numbers[Thing(kind: kind, key: key)] = sequence
  }

  /// Nil for a place that this store knows nothing about.
  func changes(after place: ChangePlace) -> [(thing: Thing, sequence: Int64)]? {
    guard place.sequence <= (place.era == era ? sequence : past[place.era] ?? -1) else {
      return nil
    }
    let found = numbers.filter { $0.value > place.sequence }
    return found.map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
  }
}

extension FakeStore: ChangeRepository {
  package func newestChange() async throws(Failure) -> ChangePlace {
    try reading { state throws(Failure) in state.newestChange }
  }

  package func changes(
    after place: ChangePlace, among products: [Int64]
  ) async throws(Failure) -> FoundChanges {
    try reading { state throws(Failure) in
      let changes = state[FakeChanges.self].changes(after: place)
      var found = state.shared(changes ?? [])
      if changes == nil { found.becomeWhole() }
      let changed = Set((changes ?? []).filter { $0.thing.kind == "product" }.map(\.thing.key))
      found.products = Set(products).sorted().filter { found.isWhole || changed.contains($0) }
        .map { state.change(of: $0) }
      found.hasMore = found.isWhole || !changed.isSubset(of: products)
      return found
    }
  }

  package func changes(
    after place: ChangePlace, limit: Int
  ) async throws(Failure) -> FoundChanges {
    try reading { state throws(Failure) in
      guard let changes = state[FakeChanges.self].changes(after: place) else {
        var found = FoundChanges(next: state.newestChange)
        found.becomeWhole()
        return found
      }
      let page = Array(changes.prefix(limit))
      var found = state.shared(page)
      found.products = page.filter { $0.thing.kind == "product" }.map {
        state.change(of: $0.thing.key)
      }
      if let last = page.last, changes.count > limit {
        found.next = ChangePlace(era: found.next.era, sequence: last.sequence)
        found.hasMore = true
      }
      return found
    }
  }

  /// Goes on in another era, as after a failover that lost some of the newest changes.
  package func failOver(losing lost: Int64) {
    state.withLock { state in
      let changes = state[FakeChanges.self]
      state[FakeChanges.self].past[changes.era] = changes.sequence - lost
      state[FakeChanges.self].era = SixteenBytes(high: 0, low: changes.era.low + 1)
    }
  }
}

extension FakeStore: ChangeNumbering {
  package func numberChanges() async throws(Failure) -> Int { 0 }

  package func markScheduled() async throws(Failure) {}

  package func changeBacklog() async throws(Failure) -> ChangeBacklog {
    ChangeBacklog(
      marks: 0, age: .zero,
      lastNumber: try reading { state throws(Failure) in state.newestChange.sequence })
  }
}

extension FoundChanges {
  fileprivate mutating func becomeWhole() {
    (isWhole, changedHome, changedConfig) = (true, true, true)
  }
}

extension FakeStore.State {
  fileprivate var newestChange: ChangePlace {
    let changes = self[FakeChanges.self]
    return ChangePlace(era: changes.era, sequence: changes.sequence)
  }

  fileprivate func shared(_ changes: [(thing: FakeChanges.Thing, sequence: Int64)]) -> FoundChanges
  {
    var found = FoundChanges(next: newestChange)
    found.events = changes.filter { $0.thing.kind == "event" }.map(\.thing.key).sorted()
    found.changedHome = changes.contains { ["event", "home"].contains($0.thing.kind) }
    found.changedConfig = changes.contains { $0.thing.kind == "config" }
    return found
  }

  fileprivate func change(of id: Int64) -> FoundChanges.OfProduct {
    .init(id: id, product: products.first { $0.id == id }?.cell)
  }

  /// Numbers the rows of a list that were made, changed or removed.
  mutating func number<Draft>(_ plan: ListPlan<Draft>, after: ArrangedList<Draft>) {
    switch Draft.name {
    case EventCategoryDraft.name:
      let kept = Set(after.items.map(\.id))
      let changed = after.items.filter { item in !plan.before.items.contains(item) }.map(\.id)
      let removed = plan.before.items.map(\.id).filter { !kept.contains($0) }
      for id in changed + removed { self[FakeChanges.self].number("event", id) }
    case AppConfigDraft.name: self[FakeChanges.self].number("config")
    default: self[FakeChanges.self].number("home")
    }
  }
}
