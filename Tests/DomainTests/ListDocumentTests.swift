import Domain
import Fakes
import Testing

/// Which lists administrators may send.
@Suite struct ListDocumentTests {
  private static func itemTypes(
    _ count: Int, under categories: Int64...
  ) throws -> [ListEntry<ItemTypeDraft>] {
    let (title, image) = (try Title("품목"), try ImageReference("https://cdn.example/a.png"))
    return (0..<count).map { number in
      ListEntry(
        ItemTypeDraft(
          categoryID: categories[number % categories.count], section: nil, title: title,
          thumbnailImage: image))
    }
  }

  @Test("a category has at most a hundred item types")
  func siblings() throws {
    #expect(try ListDocument(Self.itemTypes(100, under: 1)).entries.count == 100)
    let rejection = #expect(throws: Rejection.self) {
      try ListDocument(Self.itemTypes(202, under: 1, 2))
    }
    #expect(rejection?.fieldErrors.map(\.pointer) == ["/200/category_id", "/201/category_id"])
  }

  @Test("there are at most a thousand item types")
  func countMax() throws {
    let entries = try (1...10).flatMap { try Self.itemTypes(100, under: $0) }
    #expect(try ListDocument(entries).entries.count == 1_000)
    #expect(throws: Rejection([FieldError("", ItemTypeDraft.tooMany)])) {
      try ListDocument(entries + Self.itemTypes(1, under: 12))
    }
  }

  @Test func aRepeatedKeyIsToldAtEachRepetition() throws {
    let keys = try ["a", "b", "a", "c", "a"].map { try Slug($0) }
    let fieldErrors = ListDocument<EventCategoryDraft>.fieldErrors(
      of: ([nil] + keys).map { .init(id: nil, key: $0, parent: nil) })
    #expect(fieldErrors.map(\.pointer) == ["/3/key", "/5/key"])
    #expect(fieldErrors.allSatisfy { $0.flaw.code == "duplicate" })
    let detail = "The key a is already that of the item with index 1."
    #expect(fieldErrors.allSatisfy { $0.flaw.detail == detail })
    #expect(throws: Rejection.self) { try ListDocument.sample("a", "a") }
  }

  @Test func aPointerEscapesItsSteps() {
    #expect(FieldError.step("a/b~c") == "/a~1b~0c")
    #expect(FieldError.step("") == "/")
    let fieldError = FieldError("/title", ItemTypeDraft.tooMany).under("/items/3")
    #expect(fieldError.pointer == "/items/3/title")
  }

  @Test("a new item without a key chooses an id up to a billion; a stored one keeps its id")
  func idMax() throws {
    let largest = ListDocument<CategoryDraft>.idMax
    let document = try ListDocument(
      [largest, largest + 1, nil].map { id in
        ListEntry(CategoryDraft(title: try Title("\(id ?? 0)")), known: KnownItem(id: id))
      })
    let new = ListPlan.replacing(.empty, with: document)
    #expect(new.fieldErrors(.init()).map(\.pointer) == ["/items/1/id"])
    let stored = ArrangedList<CategoryDraft>(
      version: 2, contentVersion: 2,
      items: [ListItem(id: largest + 1, draft: document.drafts[0], position: 1)])
    #expect(ListPlan.replacing(stored, with: document).fieldErrors(.init()).isEmpty)
  }
}
