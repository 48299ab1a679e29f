import Foundation
import Resources
import Testing
import Transport
import Web

/// The page of `/docs`, besides what the contract says.
struct ReferenceTests {
  private static func korean() throws -> String {
    try #require(Resources.web.first { $0.name == "korean.mjs" }).text
  }

  @Test("a call has a Korean title", arguments: Routes.endpoints.map(\.id))
  func koreanTitles(_ id: String) throws {
    #expect(try Self.korean().contains("\n  \(id): \""), "add it to korean.mjs")
  }

  /// The texts of the contract that are in Korean, in English.
  private static func translated() throws -> Set<String> {
    let lines = try korean().components(separatedBy: "export const texts = {\n")[1]
      .components(separatedBy: "\n")
    return try Set(
      lines.filter { $0.hasPrefix("  \"") && $0.hasSuffix("\":") }.map { line in
        try JSONDecoder().decode(String.self, from: Data(line.dropLast().utf8))
      })
  }

  private static func contract() throws -> [String: Any] {
    let document = try JSONSerialization.jsonObject(with: Data(Contract.openAPI))
    return try #require(document as? [String: Any])
  }

  /// Every text of a document that explains something.
  private static func descriptions(in value: Any) -> [String] {
    if let list = value as? [Any] { return list.flatMap(descriptions) }
    guard let members = value as? [String: Any] else { return [] }
    return members.flatMap { name, value in
      (value as? String).flatMap { name == "description" ? [$0] : nil } ?? descriptions(in: value)
    }
  }

  @Test("each Korean text is that of a text of the contract")
  func staleTexts() throws {
    let texts = Set(Self.descriptions(in: try Self.contract()))
    let stale = try Self.translated().subtracting(texts)
    #expect(stale.isEmpty, "no text of the contract: mend or remove it in korean.mjs")
  }

  @Test("groups of calls, and parameters of several calls, are explained in Korean")
  func missingTexts() throws {
    let contract = try Self.contract()
    let groups = Self.descriptions(in: try #require(contract["tags"]))
    let calls = Routes.endpoints.map { endpoint in
      Set((endpoint.query + endpoint.pathParameters).map(\.meaning))
    }
    let shared = Set(calls.flatMap(\.self)).filter { text in
      calls.count { $0.contains(text) } > 1
    }
    #expect(groups.count > 5)
    #expect(shared.count > 5)
    let missing = try Set(groups).union(shared).subtracting(Self.translated())
    #expect(missing.isEmpty, "add it to korean.mjs")
  }
}
