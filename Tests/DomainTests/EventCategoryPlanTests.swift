import Domain
import Fakes
import Testing

@Suite struct EventCategoryPlanTests {
  /// What a store makes of a plan.
  static func carryOut(
    _ plan: EventCategoryPlan, nextID: inout Int64
  ) -> [EventCategory] {
    var rows = plan.unchanged + plan.updated
    for creation in plan.created {
      rows.append(
        EventCategory(
          id: nextID, draft: creation.draft, position: creation.position, version: 1))
      nextID += 1
    }
    return rows.sorted { $0.position < $1.position }
  }

  @Test func aReplacementSortsRowsIntoFourKinds() throws {
    let current = [
      EventCategory(id: 1, draft: try .sample("same"), position: 1, version: 4),
      EventCategory(id: 2, draft: try .sample("title"), position: 2, version: 4),
      EventCategory(id: 3, draft: try .sample("gone"), position: 3, version: 4),
      EventCategory(id: 4, draft: try .sample("moved"), position: 4, version: 4),
    ]
    let changed = try EventCategoryDraft.sample("title", title: "새 제목")
    let list = try EventCategoryList([
      try .sample("same"), changed, try .sample("moved"), try .sample("new"),
    ])
    let plan = EventCategoryPlan.replacing(current, with: list)
    #expect(plan.unchanged == [current[0]])
    #expect(
      plan.updated == [
        EventCategory(id: 2, draft: changed, position: 2, version: 5),
        EventCategory(id: 4, draft: try .sample("moved"), position: 3, version: 5),
      ])
    #expect(plan.removed == [current[2]])
    #expect(plan.created == [EventCategoryPlan.Creation(draft: try .sample("new"), position: 4)])
  }

  @Test("whatever lists follow each other, the order holds and what is equal stays")
  func randomReplacements() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var current: [EventCategory] = []
    var nextID: Int64 = 1
    for _ in 0..<500 {
      let keys = (0..<12).map { "key-\($0)" }.shuffled(using: &generator)
      let drafts = try keys.prefix(Int.random(in: 0...12, using: &generator)).map { key in
        let title = "제목 \(Int.random(in: 0...2, using: &generator))"
        return try EventCategoryDraft.sample(key, title: title)
      }
      let list = try EventCategoryList(drafts)
      let plan = EventCategoryPlan.replacing(current, with: list)
      let next = Self.carryOut(plan, nextID: &nextID)
      try Self.check(plan, current, next, drafts, "seed \(seed)")
      current = next
      let again = EventCategoryPlan.replacing(current, with: list)
      #expect(again.unchanged == current, "seed \(seed)")
      #expect(again.created.isEmpty)
      #expect(again.updated.isEmpty)
      #expect(again.removed.isEmpty)
    }
  }

  static func check(
    _ plan: EventCategoryPlan, _ before: [EventCategory], _ after: [EventCategory],
    _ drafts: [EventCategoryDraft], _ seed: Comment
  ) throws {
    #expect(after.map(\.draft) == drafts, seed)
    #expect(after.map(\.position) == Array(0..<drafts.count).map { $0 + 1 }, seed)
    let kept = plan.unchanged.count + plan.updated.count
    #expect(kept + plan.removed.count == before.count, seed)
    #expect(kept + plan.created.count == after.count, seed)
    for row in after {
      guard let old = before.first(where: { $0.key == row.key }) else { continue }
      let isEqual = old.draft == row.draft && old.position == row.position
      #expect(row.id == old.id, seed)
      #expect(row.version == old.version + (isEqual ? 0 : 1), seed)
    }
  }

  @Test func anAdditionComesLastEvenBehindAGap() throws {
    let current = [EventCategory(id: 1, draft: try .sample("a"), position: 7, version: 1)]
    let plan = EventCategoryPlan.adding(try .sample("b"), to: current)
    #expect(plan.created.map(\.position) == [8])
    #expect(plan.unchanged == current)
    #expect(EventCategoryPlan.adding(try .sample("b"), to: []).created.map(\.position) == [1])
  }

  @Test func anEditTouchesOneRowAndARemovalLeavesAGap() throws {
    let current = [
      EventCategory(id: 1, draft: try .sample("a"), position: 1, version: 1),
      EventCategory(id: 2, draft: try .sample("b"), position: 2, version: 1),
    ]
    let draft = try EventCategoryDraft.sample("a", title: "새")
    let edit = EventCategoryPlan.editing(1, to: draft, in: current)
    #expect(edit.updated == [EventCategory(id: 1, draft: draft, position: 1, version: 2)])
    #expect(edit.unchanged == [current[1]])
    let removal = EventCategoryPlan.removing(1, from: current)
    #expect(removal.removed == [current[0]])
    #expect(removal.unchanged == [current[1]])
    #expect(removal.updated.isEmpty)
    #expect(removal.created.isEmpty)
  }

  @Test func theVersionNeverOverflows() throws {
    let row = EventCategory(id: 1, draft: try .sample("a"), position: 1, version: .max)
    #expect(row.changed(to: row.draft, position: 2).version == .max)
  }
}

@Suite struct EventCategoryListTests {
  @Test func aRepeatedKeyIsToldAtEachRepetition() throws {
    let keys = try ["a", "b", "a", "c", "a"].map { try Slug($0) }
    let fieldErrors = EventCategoryList.repetitions(of: [nil] + keys)
    #expect(fieldErrors.map(\.pointer) == ["/3/key", "/5/key"])
    #expect(fieldErrors.allSatisfy { $0.flaw.code == "duplicate" })
    // Wherever the list stands in its document, this is true; a pointer would not be.
    let detail = "The key a is already that of the item with index 1."
    #expect(fieldErrors.allSatisfy { $0.flaw.detail == detail })
    let drafts = [try EventCategoryDraft.sample("a"), try .sample("a")]
    #expect(throws: Rejection.self) { try EventCategoryList(drafts) }
  }

  @Test func fiveHundredAreEnough() throws {
    let drafts = try (0...EventCategoryList.countMax).map {
      try EventCategoryDraft.sample("k\($0)")
    }
    #expect(try EventCategoryList(Array(drafts.dropLast())).drafts.count == 500)
    #expect(throws: Rejection([FieldError("", EventCategoryList.tooMany)])) {
      try EventCategoryList(drafts)
    }
  }

  @Test func aPointerEscapesItsSteps() {
    #expect(FieldError.step("a/b~c") == "/a~1b~0c")
    #expect(FieldError.step("") == "/")
    let fieldError = FieldError("/title", EventCategoryList.tooMany).under("/items/3")
    #expect(fieldError.pointer == "/items/3/title")
  }
}

@Suite struct EventCategoryMoveTests {
  @Test("whatever moves where, only those on its way change their places, each by one")
  func randomMoves() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      // Removals leave gaps.
      let positions = (1...9).shuffled(using: &generator).prefix(5).sorted()
      let rows = try positions.enumerated().map { index, position in
        EventCategory(
          id: Int64(index + 1), draft: try .sample("k\(index)"), position: position, version: 1)
      }
      let moving = try #require(rows.randomElement(using: &generator))
      let target = Int.random(in: 1...9, using: &generator)
      let plan = EventCategoryPlan.editing(
        moving.id, to: moving.draft, at: target, in: rows)
      let after = (plan.updated + plan.unchanged).sorted { $0.position < $1.position }
      #expect(Set(after.map(\.position)).count == rows.count, "seed \(seed)")
      #expect(after.first { $0.id == moving.id }?.position == target, "seed \(seed)")
      let others = { (rows: [EventCategory]) in rows.map(\.id).filter { $0 != moving.id } }
      #expect(others(after) == others(rows), "seed \(seed)")
      for row in plan.updated where row.id != moving.id {
        let old = try #require(rows.first { $0.id == row.id })
        #expect(abs(row.position - old.position) == 1, "seed \(seed)")
        #expect(row.version == 2, "seed \(seed)")
      }
    }
  }
}

@Suite struct EventCategoryPatchTests {
  @Test func whatIsNotNamedStays() throws {
    let draft = try EventCategoryDraft.sample("a")
    #expect(try EventCategoryPatch().applied(to: draft) == draft)
    var patch = EventCategoryPatch()
    patch.title = try Title("새")
    #expect(try patch.applied(to: draft) == EventCategoryDraft.sample("a", title: "새"))
  }

  @Test func timesAreSetAndTakenAway() throws {
    let draft = try EventCategoryDraft.sample("a")
    var patch = EventCategoryPatch()
    patch.startsAt = .set(.earliest)
    patch.endsAt = .set(.latest)
    let bounded = try patch.applied(to: draft)
    #expect(bounded.schedule.startsAt == .earliest)
    #expect(bounded.schedule.endsAt == Timestamp.latest.wholeSecond)
    patch.startsAt = .keep
    patch.endsAt = .clear
    let open = try patch.applied(to: bounded)
    #expect(open.schedule.startsAt == .earliest)
    #expect(open.schedule.endsAt == nil)
    patch.endsAt = .set(.earliest)
    #expect(throws: Rejection.self) { try patch.applied(to: open) }
  }
}
