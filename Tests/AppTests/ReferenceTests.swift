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
    let files = Resources.web.filter { ["korean.mjs", "koreanbodies.mjs"].contains($0.name) }
    let names = files.flatMap { file in
      file.text.components(separatedBy: "\n").compactMap { line in
        line.firstMatch(of: /^  ("(?:[^"\\]|\\.)*"):/)?.1
      }
    }
    return try Set(names.map { try JSONDecoder().decode(String.self, from: Data($0.utf8)) })
  }

  private static func contract() throws -> [String: Any] {
    let document = try JSONSerialization.jsonObject(with: Data(Contract.openAPI))
    return try #require(document as? [String: Any])
  }

  /// Every text of a document that explains something.
  private static func descriptions(in value: Any) -> [String] {
    if let list = value as? [Any] { return list.flatMap(descriptions) }
    guard let members = value as? [String: Any] else { return [] }
    return members.filter { !$0.key.hasPrefix("example") }.flatMap { name, value in
      (value as? String).flatMap { name == "description" ? [$0] : nil } ?? descriptions(in: value)
    }
  }

  @Test("each Korean text is that of a text of the contract")
  func staleTexts() throws {
    let texts = Set(Self.descriptions(in: try Self.contract()))
    let stale = try Self.translated().subtracting(texts)
    #expect(stale.isEmpty, "no text of the contract: mend or remove it in korean.mjs")
  }

  @Test("no text says a sentence twice")
  func repeatedSentences() throws {
    for text in Self.descriptions(in: try Self.contract()) {
      let sentences = "\(text) ".components(separatedBy: ". ").dropLast()
      #expect(Set(sentences).count == sentences.count, "\(text)")
    }
  }

  @Test("groups, calls, parameters, bodies, answers and members are explained in Korean")
  func missingTexts() throws {
    let contract = try Self.contract()
    let components = try #require(contract["components"] as? [String: Any])
    let types = try #require(components["schemas"] as? [String: [String: Any]])
    let shown: [Any?] =
      [contract["info"], contract["tags"], contract["paths"], components["responses"]]
      + types.values.map { $0["properties"] }
    let texts = Set(shown.compactMap(\.self).flatMap(Self.descriptions))
    #expect(texts.count > 300)
    let missing = try texts.subtracting(Self.translated())
    #expect(missing.isEmpty, "add it to korean.mjs or koreanbodies.mjs")
  }
}
