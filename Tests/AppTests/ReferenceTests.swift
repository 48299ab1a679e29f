import Resources
import Testing
import Transport
import Web

/// The page of `/docs`, besides what the contract says.
struct ReferenceTests {
  @Test("a call has a Korean title", arguments: Routes.endpoints.map(\.id))
  func koreanTitles(_ id: String) throws {
    let titles = try #require(Resources.web.first { $0.name == "korean.mjs" })
    #expect(titles.text.contains("\n  \(id): \""), "add it to korean.mjs")
  }
}
