import Domain
import Testing

/// What a list takes that is written whole.
@Suite struct PlacedListTests {
  private static func itemTypes(
    _ count: Int, under categories: Int64...
  ) throws -> [PlacedList<ItemTypeDraft>.Entry] {
    let (title, image) = (try Title("품목"), try ImageReference("https://cdn.example/a.png"))
    return (0..<count).map { number in
      let draft = ItemTypeDraft(
        categoryID: categories[number % categories.count], section: nil, title: title,
        thumbnailImage: image)
      return .init(id: nil, draft: draft)
    }
  }

  private static func categories(_ ids: Int64?...) throws -> PlacedList<CategoryDraft> {
    try PlacedList(
      ids.map { .init(id: $0, draft: CategoryDraft(title: try Title("\($0 ?? 0)"))) })
  }

  @Test("a category has at most a hundred item types")
  func siblings() throws {
    #expect(try PlacedList(Self.itemTypes(100, under: 1)).entries.count == 100)
    let rejection = #expect(throws: Rejection.self) {
      try PlacedList(Self.itemTypes(202, under: 1, 2))
    }
    #expect(rejection?.fieldErrors.map(\.pointer) == ["/200/category_id", "/201/category_id"])
  }

  @Test("there are at most a thousand item types")
  func countMax() throws {
    let categories = (1...11 as ClosedRange<Int64>).map { $0 }
    var entries = try categories.flatMap { try Self.itemTypes(91, under: $0) }
    entries.removeLast(entries.count - 1_000)
    #expect(try PlacedList(entries).entries.count == 1_000)
    let rejection = #expect(throws: Rejection.self) {
      try PlacedList(entries + Self.itemTypes(1, under: 12))
    }
    #expect(rejection?.fieldErrors.map(\.flaw.code) == ["too_many"])
  }

  @Test("a new item chooses an id up to a billion, and what is stored keeps the one it has")
  func idMax() throws {
    let largest = PlacedList<CategoryDraft>.idMax
    let list = try Self.categories(largest, largest + 1, nil)
    let new = list.fieldErrors(creating: list.plan(for: []))
    #expect(new.map(\.pointer) == ["/1/id"])
    let stored = Placed(
      id: largest + 1, draft: CategoryDraft(title: try Title("신발")), position: 1)
    #expect(list.fieldErrors(creating: list.plan(for: [stored])).isEmpty)
  }

  @Test("an entry with an unknown id is new, whatever it says")
  func unknownID() throws {
    let list = try Self.categories(7)
    let stored = Placed(id: 3, draft: list.entries[0].draft, position: 1)
    let plan = list.plan(for: [stored])
    #expect(plan.created.map(\.entry.id) == [7])
    #expect(plan.removed == [3])
  }
}
