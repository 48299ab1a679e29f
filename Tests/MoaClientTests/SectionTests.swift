import Foundation
import MoaClient
import Testing

/// What all sections have is read without asking for their kind.
@Suite struct SectionTests {
  static let more = ScreenLink(kind: "products", path: "/v1/products?on_sale=true", nextCursor: nil)

  static let sections: [AnySection] = [
    .eventBanners(section("event_banners")), .eventCategories(section("event_categories")),
    .products(section("products")), .itemTypes(section("item_types")),
  ]

  static func section<Cell>(_ kind: String) -> ScreenSection<Cell> {
    ScreenSection(id: kind, kind: kind, title: "Title", layout: "row", items: [], more: more)
  }

  @Test func eachHasItsID() {
    #expect(
      Self.sections.map(\.id) == ["event_banners", "event_categories", "products", "item_types"])
  }

  @Test("each has its title, its layout and its link", arguments: sections)
  func common(_ section: AnySection) {
    #expect(section.title == "Title")
    #expect(section.layout == "row")
    #expect(section.more == Self.more)
  }

  @Test func oneOfAnotherKindHasItsIDAlone() {
    let unknown = AnySection.unknown(id: "clips", kind: "videos")
    #expect(unknown.id == "clips")
    #expect(unknown.title == nil)
    #expect(unknown.layout == nil)
    #expect(unknown.more == nil)
  }

  @Test func aLinkToSomethingElseThanProductsIsNotFollowed() throws {
    let moa = Moa(try #require(URL(string: "http://127.0.0.1:9")))
    let link = ScreenLink(kind: "videos", path: "/v1/videos", nextCursor: nil)
    #expect((moa.products(link) as Any?) == nil)
  }
}

/// An error is shown to people as it is.
@Suite struct MoaErrorTests {
  static func refused(_ detail: String, _ errors: [(detail: String, hint: String)]?) throws
    -> any Error
  {
    var problem: [String: Any] = [
      "type": "/docs/errors/x", "title": "X.", "status": 422, "code": "x", "detail": detail,
    ]
    problem["errors"] = errors?.map { ["code": "y", "detail": $0.detail, "hint": $0.hint] }
    let data = try JSONSerialization.data(withJSONObject: problem)
    return MoaError.refused(try JSONDecoder().decode(MoaProblem.self, from: data), retryAfter: nil)
  }

  @Test func aRefusalSaysItsDetail() throws {
    let error = try Self.refused("Product 9 does not exist.", nil)
    #expect(error.localizedDescription == "Product 9 does not exist.")
  }

  @Test func aRefusalOfSeveralThingsSaysThemAll() throws {
    let error = try Self.refused(
      "See errors.", [("Too short.", "Write 3."), ("Too low.", "Write 1.")])
    #expect(error.localizedDescription == "Too short. Too low.")
  }

  @Test func hintsAreWhatToDo() throws {
    let error = try Self.refused(
      "See errors.", [("Too short.", "Write 3."), ("Too low.", "Write 1.")])
    #expect((error as? any LocalizedError)?.recoverySuggestion == "Write 3. Write 1.")
  }

  @Test func aNetworkThatIsAwaySaysWhatTheSystemSays() {
    let error = MoaError.unreachable(URLError(.notConnectedToInternet))
    #expect(error.localizedDescription == URLError(.notConnectedToInternet).localizedDescription)
  }

  @Test func anAnswerOfAnotherServerTellsItsStatus() throws {
    let error = MoaError.unexpected(status: 502, try #require(URL(string: "http://a/")))
    #expect(error.localizedDescription.contains("502"))
  }
}

/// A directory for the files of one test: the first who writes there makes it; removed afterwards.
final class Scratch: Sendable {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("moa-client-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: directory) }
}
