import Domain
import Fakes
import Testing

typealias Events = ArrangedList<EventCategoryDraft>

/// What a change does to an arranged list.
@Suite struct ListPlanTests {
  /// A list of these keys with the ids 1, 2, 3, ...
  private static func events(_ keys: String...) throws -> Events {
    ListPlan.filling(.empty, with: try ListDocument(keys.map { try .sample($0) }))
      .after(creating: keys.indices.map { Int64($0 + 1) })
  }

  /// The list after a plan, as a store carries it out.
  private static func carryOut(_ plan: ListPlan<EventCategoryDraft>) -> Events {
    let last = plan.before.items.map(\.id).max() ?? 0
    return plan.after(creating: plan.created.indices.map { last + 1 + Int64($0) })
  }

  @Test func aReplacementSortsItemsIntoFourKinds() throws {
    let current = try Self.events("same", "title", "gone", "moved")
    let document = try ListDocument<EventCategoryDraft>.of([
      .sample("moved"), .sample("same"), .sample("title", title: "새 제목"), .sample("new"),
    ])
    let plan = ListPlan.replacing(current, with: document)
    #expect(plan.created.map(\.draft.key.text) == ["new"])
    #expect(plan.updated.map(\.draft.key.text) == ["title"])
    #expect(plan.removed.map(\.key.text) == ["gone"])
    #expect(plan.unchangedCount == 2)
    let after = Self.carryOut(plan).items
    #expect(after.map(\.key.text) == ["moved", "same", "title", "new"])
    #expect(after.map(\.position) == [1, 2, 3, 4])
    #expect(after.map(\.version) == [1, 1, 2, 2])
  }

  @Test("whatever lists follow each other, the order holds and only new content is a change")
  func randomReplacements() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var current = Events.empty
    for _ in 0..<500 {
      let keys = (0..<12).map { "key-\($0)" }.shuffled(using: &generator)
      let drafts = try keys.prefix(Int.random(in: 0...12, using: &generator)).map { key in
        try EventCategoryDraft.sample(key, title: "제목 \(Int.random(in: 0...2, using: &generator))")
      }
      let document = try ListDocument.of(drafts)
      let next = Self.carryOut(ListPlan.replacing(current, with: document))
      #expect(next.items.map(\.draft) == drafts, "seed \(seed)")
      #expect(next.items.map(\.position) == Array(drafts.indices).map { $0 + 1 }, "seed \(seed)")
      #expect(Set(next.items.map(\.id)).count == drafts.count, "seed \(seed)")
      for item in next.items {
        guard let old = current.items.first(where: { $0.key == item.key }) else { continue }
        #expect(item.id == old.id, "seed \(seed)")
        #expect(item.version == old.version + (item.draft == old.draft ? 0 : 1), "seed \(seed)")
      }
      #expect(ListPlan.replacing(next, with: document).isEmpty, "seed \(seed)")
      current = next
    }
  }

  @Test("whatever moves where, the others keep their order and all their versions")
  func randomMoves() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    let current = try Self.events("a", "b", "c", "d", "e")
    for _ in 0..<200 {
      let item = try #require(current.items.randomElement(using: &generator))
      let position = Int.random(in: 1...5, using: &generator)
      let entry = ListEntry(item.draft, known: KnownItem(position: position))
      let after = Self.carryOut(try ListPlan.editing(item, to: entry, in: current))
      #expect(after.items[position - 1].id == item.id, "seed \(seed)")
      let others = { (list: Events) in list.items.map(\.id).filter { $0 != item.id } }
      #expect(others(after) == others(current), "seed \(seed)")
      #expect(after.items.allSatisfy { $0.version == 1 }, "seed \(seed)")
      #expect(after.contentVersion == current.contentVersion, "seed \(seed)")
    }
  }

  @Test("there is no position outside of the list", arguments: [0, 3, -1])
  func positions(_ position: Int) throws {
    let current = try Self.events("a", "b")
    let entry = ListEntry(current.items[0].draft, known: KnownItem(position: position))
    #expect(throws: Rejection.self) {
      try ListPlan.editing(current.items[0], to: entry, in: current)
    }
  }

  @Test func anAdditionComesLastAndARemovalClosesItsGap() throws {
    let current = try Self.events("a", "b", "c")
    let added = Self.carryOut(ListPlan.adding(try .sample("d"), to: current))
    #expect(added.items.map(\.key.text) == ["a", "b", "c", "d"])
    let rest = Self.carryOut(ListPlan.removing(2, from: current))
    #expect(rest.items.map(\.position) == [1, 2])
    #expect(rest.items.map(\.version) == [1, 1])
  }

  @Test func theVersionNeverOverflows() throws {
    let item = EventCategory(id: 1, draft: try .sample("a"), position: 1, version: .max)
    let current = Events(version: 2, contentVersion: 2, items: [item])
    let entry = try ListEntry.sample("a", title: "새")
    let plan = try ListPlan.editing(item, to: entry, in: current)
    #expect(plan.updated.map(\.version) == [.max])
  }

  // MARK: Two editors

  @Test("one moves items and the other changes them: both are kept")
  func orderIsMerged() throws {
    let read = try Self.events("a", "b", "c")
    let moved = Self.carryOut(ListPlan.replacing(read, with: try .sample("c", "a", "b")))
    let edited = try read.sentBack { entries in
      [
        ListEntry(try .sample("a", title: "새"), known: entries[0].known), try .sample("new"),
        entries[1], entries[2],
      ]
    }
    #expect(edited.contradictions(to: moved, isSeen: false).isEmpty)
    let merged = Self.carryOut(ListPlan.replacing(moved, with: edited)).items
    #expect(merged.map(\.key.text) == ["c", "a", "new", "b"])
    #expect(merged.map(\.title.text) == ["행사 c", "새", "행사 new", "행사 b"])
  }

  @Test("of two who move items the second one decides")
  func secondOrder() throws {
    let read = try Self.events("a", "b", "c")
    let moved = Self.carryOut(ListPlan.replacing(read, with: try .sample("c", "a", "b")))
    let document = try read.sentBack { $0.reversed() }
    #expect(document.contradictions(to: moved, isSeen: false).isEmpty)
    let after = Self.carryOut(ListPlan.replacing(moved, with: document))
    #expect(after.items.map(\.key.text) == ["c", "b", "a"])
  }

  @Test("new content after a list was read is a contradiction at its item and at the version")
  func newContent() throws {
    let read = try Self.events("a", "b")
    let changed = Self.carryOut(
      ListPlan.replacing(read, with: try .of([.sample("a", title: "새"), .sample("b")])))
    let contradictions = try read.sentBack().contradictions(to: changed, isSeen: false)
    #expect(contradictions.map(\.pointer) == ["/items/0/version", "/version"])
  }
}
