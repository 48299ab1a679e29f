import Domain
import UseCases

extension StoreContract {
  static let eventCategoryPlanClauses = [
    Clause("replacing by the same list changes nothing") { ports in
      let created = try await ports.replace(try .sample("a", "b")).created
      let again = try await ports.replace(try .sample("a", "b"))
      try holdEqual(again.plan.unchanged, created)
      try holdEqual(again.created, [])
      try holdEqual(try await ports.eventCategories.items(), created)
    },
    Clause("what writes something makes a new version of the list, and nothing else does") {
      ports in
      let empty = try await ports.eventCategories.all(limit: 10)
      try holdEqual(empty, VersionedList(version: 1, items: []))
      try holdEqual(try await ports.replace(try .sample("a", "b")).version, 2)
      try holdEqual(try await ports.replace(try .sample("a", "b")).version, 2)
      let other = try EventCategoryList.sample("b")
      let dry = try await ports.eventCategories.change(dryRun: true) { current in
        EventCategoryPlan.replacing(current.items, with: other)
      }
      try holdEqual(dry.version, 2)
      try holdEqual(try await ports.replace(try .sample("b", "a")).version, 3)
      try holdEqual(try await ports.replace(try EventCategoryList([])).version, 4)
      try holdEqual(
        try await ports.eventCategories.all(limit: 10), VersionedList(version: 4, items: []))
    },
    Clause("who decides is told the version of the list") { ports in
      _ = try await ports.replace(try .sample("a"))
      _ = try await ports.eventCategories.change(dryRun: false) { current throws(Failure) in
        guard current.version == 2 else { throw .bug("version \(current.version)") }
        return EventCategoryPlan.removing(1, from: current.items)
      }
    },
    Clause("rows that change places keep their ids and get the next version") { ports in
      let created = try await ports.replace(try .sample("a", "b", "c")).created
      _ = try await ports.replace(try .sample("c", "b", "a"))
      let stored = try await ports.eventCategories.items()
      try holdEqual(stored.map(\.id), created.map(\.id).reversed())
      try holdEqual(stored.map(\.version), [2, 1, 2])
      try holdEqual(stored.map(\.position), [1, 2, 3])
    },
    Clause("a replacement creates, updates and removes together") { ports in
      let created = try await ports.replace(try .sample("a", "b", "c")).created
      let drafts = [try EventCategoryDraft.sample("b", title: "새 제목"), try .sample("d")]
      let applied = try await ports.replace(try EventCategoryList(drafts))
      try holdEqual(applied.plan.removed.map(\.key.text), ["a", "c"])
      let stored = try await ports.eventCategories.items()
      try holdEqual(stored.map(\.draft), drafts)
      try holdEqual(stored.first?.id, created[1].id)
      try holdEqual(stored.last, applied.created.first)
    },
    Clause("ids are not given again") { ports in
      let before = try await ports.replace(try .sample("a")).created
      _ = try await ports.replace(try EventCategoryList([]))
      let after = try await ports.replace(try .sample("a")).created
      try hold(before.map(\.id) != after.map(\.id), "a removed id came back")
    },
    Clause("a row that comes after another of its key has a version that this one never had") {
      ports in
      _ = try await ports.replace(try .sample("a", "b"))
      _ = try await ports.replace(try .sample("b", "a"))
      let before = try await ports.eventCategories.items()
      _ = try await ports.replace(try .sample("b"))
      let after = try await ports.replace(try .sample("b", "a")).created
      let highest = before.map(\.version).max() ?? 0
      try hold(after.allSatisfy { $0.version > highest }, "a version came back")
      let list = try await ports.eventCategories.all(limit: 10)
      try holdEqual(list.items.last, after.first)
      try hold(list.items.allSatisfy { $0.version < list.version }, "a row is ahead of its list")
    },
    Clause("a gap that a removal left stays when the same list is sent again") { ports in
      let created = try await ports.replace(try .sample("a", "b", "c")).created
      _ = try await ports.eventCategories.change(dryRun: false) { current in
        EventCategoryPlan.removing(created[1].id, from: current.items)
      }
      let again = try await ports.replace(try .sample("a", "c"))
      try hold(again.plan.isEmpty, "a position was written")
      try holdEqual(try await ports.eventCategories.items(), [created[0], created[2]])
    },
    Clause("a dry run writes nothing and tells the same plan") { ports in
      let created = try await ports.replace(try .sample("a", "b")).created
      let wanted = try EventCategoryList.sample("b", "c")
      let dry = try await ports.eventCategories.change(dryRun: true) { current in
        EventCategoryPlan.replacing(current.items, with: wanted)
      }
      try holdEqual(dry.created, [])
      try holdEqual(try await ports.eventCategories.items(), created)
      try holdEqual(try await ports.replace(wanted).plan, dry.plan)
    },
    Clause("a failure of the rule is passed on and nothing is written") { ports in
      let created = try await ports.replace(try .sample("a")).created
      do throws(Failure) {
        _ = try await ports.eventCategories.change(dryRun: false) { _ throws(Failure) in
          throw .staleVersion(current: 7)
        }
        throw .bug("the failure of the rule was lost")
      } catch {
        try holdEqual(error, .staleVersion(current: 7))
      }
      try holdEqual(try await ports.eventCategories.items(), created)
    },
    Clause("a key that is taken is a conflict and nothing is written") { ports in
      let created = try await ports.replace(try .sample("a", "b")).created
      let draft = try EventCategoryDraft.sample("a")
      do throws(Failure) {
        _ = try await ports.eventCategories.change(dryRun: false) { current in
          var plan = EventCategoryPlan.removing(created[1].id, from: current.items)
          plan.created = [EventCategoryPlan.Creation(draft: draft, position: 9)]
          return plan
        }
        throw .bug("two rows have one key")
      } catch {
        guard case .conflict(let flaw) = error else { throw error }
        try holdEqual(flaw.code, "key_taken")
      }
      try holdEqual(try await ports.eventCategories.items(), created)
    },
    Clause("a removed row's key and place are free within the same plan") { ports in
      let created = try await ports.replace(try .sample("a", "b")).created
      let draft = try EventCategoryDraft.sample("a", title: "다른 것")
      _ = try await ports.eventCategories.change(dryRun: false) { current in
        var plan = EventCategoryPlan.removing(created[0].id, from: current.items)
        plan.created = [EventCategoryPlan.Creation(draft: draft, position: 1)]
        return plan
      }
      let stored = try await ports.eventCategories.items()
      try holdEqual(stored.map(\.draft), [draft, created[1].draft])
    },
  ]
}
