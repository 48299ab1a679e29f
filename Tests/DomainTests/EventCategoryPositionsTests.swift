import Fakes
import Testing

@testable import Domain

@Suite("a new order moves as few rows as it can") struct EventCategoryPositionsTests {
  @Test(
    arguments: [
      ("the same order keeps its gaps", [1, 2, 3, 5, 9], [1, 2, 3, 5, 9], 4),
      ("one more comes last", [1, 3, nil], [1, 3, 4], 1),
      ("one more takes a gap", [1, nil, 3], [1, 2, 3], 1),
      ("one more moves those after it, up to a gap", [1, nil, 2, 4], [1, 2, 3, 4], 1),
      ("without gaps the rest moves up", [1, 3], [1, 2], 0),
      ("a row that moves to the end takes the last place", [1, 3, 5, 2], [1, 3, 4, 5], 1),
      ("two rows change places", [1, 2, 5, 4, 7], [1, 2, 3, 4, 7], 2),
      ("all are new", [nil, nil], [1, 2], 7),
      ("the reverse", [3, 2, 1], [1, 2, 3], 0),
      ("there are none", [], [], 0),
    ] as [(String, [Int?], [Int], Int)])
  func positions(_ what: String, _ stored: [Int?], _ expected: [Int], _ gaps: Int) {
    #expect(EventCategoryPlan.positions(keeping: stored, gaps: gaps) == expected, "\(what)")
  }

  @Test func whateverIsArrangedPositionsAscendAndNoMoreRowsMoveThanWithoutGaps() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let count = Int.random(in: 0...9, using: &generator)
      let places = (1...12).shuffled(using: &generator).prefix(count).sorted()
      let rows = try places.enumerated().map { index, position in
        EventCategory(
          id: Int64(index + 1), draft: try .sample("k\(index)"), position: position, version: 1)
      }
      let keys = (0..<10).map { "k\($0)" }.shuffled(using: &generator)
      let drafts = try keys.prefix(Int.random(in: 0...10, using: &generator))
        .map { try EventCategoryDraft.sample($0) }
      let plan = EventCategoryPlan.replacing(rows, with: try EventCategoryList(drafts))
      let kept = (plan.updated + plan.unchanged).map { ($0.key, $0.position) }
      let all = (kept + plan.created.map { ($0.draft.key, $0.position) }).sorted { $0.1 < $1.1 }
      #expect(all.map(\.0) == drafts.map(\.key), "seed \(seed)")
      #expect(Set(all.map(\.1)).count == all.count, "seed \(seed)")
      #expect((all.first?.1 ?? 1) >= 1, "seed \(seed)")
      let stay = drafts.enumerated().filter { index, draft in
        rows.contains { $0.key == draft.key && $0.position == index + 1 }
      }
      #expect(plan.unchanged.count >= stay.count, "seed \(seed)")
    }
  }
}
