import Foundation
import Testing

/// Documents lead readers to files, so they must not name files that were moved or removed.
@Suite struct DocumentTests {
  static let documents = [
    "README.md", "README.ko.md", "CONTRIBUTING.md", "Sources/moa/Moa.docc/Architecture.md",
  ]

  /// The files that a text names in backticks, but for those of the example, which are about
  /// reviews.
  static func files(in text: String) -> [String] {
    text.matches(of: /`([\w\/.+-]+\.(?:swift|sql))`/).map { String($0.1) }
      .filter { !$0.lowercased().contains("review") }
  }

  /// The folders of Sources that a text names in backticks, but for patterns.
  static func folders(in text: String) -> [String] {
    text.matches(of: /`(Sources\/[\w\/]+)`/).map { String($0.1) }
  }

  /// A file is named by its path or by the end of it.
  static func isThere(_ file: String, among paths: [String]) -> Bool {
    paths.contains { $0 == file || $0.hasSuffix("/" + file) }
  }

  @Test("each file that a document names exists")
  func files() throws {
    let folders = ["Sources", "Tests", "db"]
    let paths = folders.flatMap { folder in
      let base = Repository.root.appending(path: folder).path
      return (FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? [])
        .map { "\(folder)/\($0)" }
    }
    for document in Self.documents {
      let text = try String(
        contentsOf: Repository.root.appending(path: document), encoding: .utf8)
      let lost = Self.files(in: text).filter { !Self.isThere($0, among: paths) }
      #expect(lost == [], "\(document)")
      let gone = Self.folders(in: text).filter { folder in
        !paths.contains { $0.hasPrefix(folder + "/") }
      }
      #expect(gone == [], "\(document)")
    }
    #expect(Self.files(in: "`Domain/A.swift`, `B.sql` and `db/0018_reviews.sql`").count == 2)
    #expect(Self.folders(in: "`Sources/App/Log`, `Sources/*/A`") == ["Sources/App/Log"])
    #expect(Self.isThere("Domain/A.swift", among: ["Sources/Domain/A.swift"]))
    #expect(!Self.isThere("A.swift", among: ["Sources/Domain/BA.swift"]))
  }
}
