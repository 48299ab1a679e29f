import Domain
import UseCases

extension StoreContract {
  static let eventCategoryClauses = [
    Clause("an empty store has no event categories") { ports in
      try holdEqual(try await ports.eventCategories.items(), [])
      try holdEqual(try await ports.eventCategories.live(at: .latest, limit: 10), [])
    },
    Clause("created rows get ids, version 1, and come back in the order of the plan") { ports in
      let created = try await ports.replace(try .sample("c", "a", "b")).created
      try holdEqual(created.map(\.key.text), ["c", "a", "b"])
      try holdEqual(created.map(\.position), [1, 2, 3])
      try hold(created.allSatisfy { $0.version == 1 && $0.id > 0 }, "ids and versions begin at 1")
      try holdEqual(Set(created.map(\.id)).count, 3)
      try holdEqual(try await ports.eventCategories.items(), created)
    },
    Clause("the list is cut at the limit, in order") { ports in
      let created = try await ports.replace(try .sample("a", "b", "c")).created
      let always = try await ports.eventCategories.live(at: .earliest, limit: 2)
      try holdEqual(try await ports.eventCategories.all(limit: 2).items, Array(created.prefix(2)))
      try holdEqual(always.map(\.category), Array(created.prefix(2)))
    },
    Clause("start is inclusive and end is exclusive") { ports in
      let start = "2026-03-01T00:00:01Z"
      let end = "2026-03-02T00:00:59+09:00"
      let drafts = [
        try EventCategoryDraft.sample("bounded", from: start, to: end),
        try EventCategoryDraft.sample("begins", from: start),
        try EventCategoryDraft.sample("ends", to: end),
        try EventCategoryDraft.sample("always"),
      ]
      _ = try await ports.replace(try EventCategoryList(drafts))
      let expected = [
        "2026-03-01T00:00:00.999999Z": ["ends", "always"],
        start: ["bounded", "begins", "ends", "always"],
        "2026-03-01T15:00:58.999999Z": ["bounded", "begins", "ends", "always"],
        end: ["begins", "always"],
      ]
      for (text, keys) in expected {
        let instant = Timestamp(rfc3339: text) ?? .earliest
        let live = try await ports.eventCategories.live(at: instant, limit: 10)
        try holdEqual(live.map(\.category.key.text), keys)
      }
    },
    Clause("texts and times come back as they went in") { ports in
      let titles = [
        "봄 아우터", "👩‍👩‍👧‍👦🏳️‍🌈", "' or 1=1 --", "$1 \\ \"x\" %00", "\u{E9} ≠ e", "밤\u{FEFF}낮",
        String(repeating: "👨‍👩‍👧‍👦", count: 100),
      ]
      var drafts: [EventCategoryDraft] = []
      for (index, title) in titles.enumerated() {
        drafts.append(
          try .sample(
            "key-\(index)", title: title, from: "0001-01-01T00:00:00Z",
            to: "9999-12-31T23:59:59.999999Z"))
      }
      _ = try await ports.replace(try EventCategoryList(drafts))
      let stored = try await ports.eventCategories.items()
      try holdEqual(stored.map { Array($0.title.text.utf8) }, titles.map { Array($0.utf8) })
      try holdEqual(stored.map(\.draft), drafts)
    },
    Clause("five hundred rows are replaced at once") { ports in
      let drafts = try (0..<EventCategoryList.countMax).map {
        try EventCategoryDraft.sample("key-\($0)")
      }
      _ = try await ports.replace(try EventCategoryList(drafts))
      _ = try await ports.replace(try EventCategoryList(drafts.reversed()))
      let stored = try await ports.eventCategories.items()
      try holdEqual(stored.map(\.draft), drafts.reversed())
    },
    Clause("changes at once happen one after the other") { ports in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          let draft = try EventCategoryDraft.sample("key-\(number)")
          group.addTask {
            _ = try await ports.eventCategories.change(dryRun: false) { current in
              EventCategoryPlan.adding(draft, to: current.items)
            }
          }
        }
        try await group.waitForAll()
      }
      let stored = try await ports.eventCategories.items()
      try holdEqual(stored.map(\.position), Array(1...8))
    },
  ]
}

extension EventCategoryRepository {
  /// The whole list, without its version.
  func items() async throws -> [EventCategory] {
    try await all(limit: EventCategoryList.countMax).items
  }
}

extension Ports {
  func replace(_ list: EventCategoryList) async throws -> AppliedEventCategoryPlan {
    try await eventCategories.change(dryRun: false) { current in
      EventCategoryPlan.replacing(current.items, with: list)
    }
  }
}
