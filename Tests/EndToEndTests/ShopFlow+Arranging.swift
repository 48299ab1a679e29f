import Foundation
import Testing

@testable import AppDecoders

// What a merchandiser does, through the same door.
extension ShopFlow {
  func arranging() async throws {
    try await strangersAreRefused()
    try await onePatchOfTwoWins(try await list()[0])
    try await whatIsReadCanBeSentBack()
    try await mistakesAreTold()
    try await addingAndRemovingOne()
    try await replacingTheWholeList()
  }

  private func list() async throws -> [ArrangedCategory] {
    let answer = try await curl.admin("GET")
    #expect(answer.status == 200)
    return try answer.decode(Items<ArrangedCategory>.self).items
  }

  static func item(_ key: String, _ title: String, _ more: String = "") -> String {
    """
    {"key":"\(key)","title":"\(title)","thumbnail_image_url":"https://cdn.example/\(key).png",\
    "thumbnail_text_image_url":"/banners/\(key).png"\(more)}
    """
  }

  static func items(_ items: [String]) -> String {
    "{\"items\":[" + items.joined(separator: ",") + "]}"
  }

  private func strangersAreRefused() async throws {
    let nobody = try await curl.get("/admin/v1/event-categories")
    #expect(nobody.status == 401)
    #expect(nobody.fields["www-authenticate"] != nil)
    let wrong = String(MoaServer.adminToken.dropLast())
    for token in [wrong, wrong + "x", wrong + "99", ""] {
      #expect(try await curl.admin("GET", token: token).status == 401)
    }
    let body = Self.items([Self.item("x", "X")])
    #expect(try await curl.admin("PUT", body: body, token: wrong).status == 401)
  }

  private func onePatchOfTwoWins(_ category: ArrangedCategory) async throws {
    let path = "/\(category.id)"
    let body = "{\"title\":\"명품\"}"
    #expect(try await curl.admin("PATCH", path, body: body).status == 428)
    let match = "If-Match: \"\(category.version)\""
    let changed = try await curl.admin("PATCH", path, [match], body: body)
    #expect(changed.status == 200)
    let after = try changed.decode(ArrangedCategory.self)
    #expect(after.title == "명품")
    #expect(after.version > category.version)
    #expect(try await curl.admin("PATCH", path, [match], body: body).status == 412)
    #expect(try await curl.admin("PATCH", "/999999", [match], body: body).status == 404)
    let shown = try await curl.get("/v1/event-categories").decode(Items<EventCard>.self)
    #expect(shown.items.first?.title == "명품")
  }

  private func whatIsReadCanBeSentBack() async throws {
    let read = try await curl.admin("GET")
    let report = try await curl.admin("PUT", body: read.text)
    #expect(report.status == 200, "\(report.text)")
    let count = try await list().count
    #expect(try report.decode(SeedReport.self) == SeedReport(unchanged: count))
    #expect(try await curl.admin("GET").text == read.text)
  }

  private func mistakesAreTold() async throws {
    let before = try await list()
    let body = Self.items([Self.item("luxury", "럭셔리"), Self.item("a", "")])
    let answer = try await curl.admin("PUT", body: body)
    #expect(answer.status == 422)
    #expect(answer.fields["content-type"] == "application/problem+json")
    #expect(try answer.decode(Problem.self).errors?.map(\.pointer) == ["/items/1/title"])
    #expect(try await list() == before)
  }

  private func addingAndRemovingOne() async throws {
    let ended = ",\"ends_at\":\"2020-01-01T00:00:00Z\""
    let added = try await curl.admin("POST", body: Self.item("ended", "지난 행사", ended))
    #expect(added.status == 201)
    let category = try added.decode(ArrangedCategory.self)
    #expect(added.fields["location"] == "/admin/v1/event-categories/\(category.id)")
    let shown = try await curl.get("/v1/event-categories").decode(Items<EventCard>.self)
    #expect(!shown.items.contains { $0.title == "지난 행사" })
    #expect(try await curl.admin("DELETE", "/\(category.id)").status == 204)
    #expect(try await curl.admin("DELETE", "/\(category.id)").status == 404)
  }

  private func replacingTheWholeList() async throws {
    let wanted = Self.items([
      Self.item("spring-new", "봄 신상"), Self.item("fresh", "새 행사"), Self.item("golf", "골프"),
    ])
    let report = try await curl.admin("PUT", body: wanted)
    #expect(report.status == 200)
    #expect(
      try report.decode(SeedReport.self)
        == SeedReport(created: 1, updated: 2, unchanged: 0, removed: 8))
    let list = try await list()
    #expect(list.map(\.key) == ["spring-new", "fresh", "golf"])
    #expect(list.map(\.position) == [1, 2, 3])
    let shown = try await curl.post("/commerce/api/v1/category/event")
      .decode(SmartCommerceApp.Documents<SmartCommerceApp.Event>.self).documents
    #expect(shown.map(\.event_title) == ["봄 신상", "새 행사", "골프"])
    #expect(shown[1].thumbnail_image_url == "https://cdn.example/fresh.png")
    #expect(shown[1].thumbnail_text_image_url == curl.base + "/banners/fresh.png")
  }
}
