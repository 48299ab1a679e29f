import Foundation
import Testing

/// What makes the project slower to read, counted over all of it. The limits only ever go down.
@Suite struct PlainnessTests {
  /// The goal is 60.
  static let vagueWordsMax = 56
  /// The goal is 80.
  static let smallFilesMax = 20

  static func vagueWords(in text: String) -> Int {
    text.matches(of: /(?i)whoever|nobody|somebody/).count
  }

  /// A value of a few lines belongs into the file of its subject.
  static func isSmall(_ text: String) -> Bool {
    text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 35
  }

  @Test("sentences have a subject that readers can picture")
  func words() throws {
    let base = Repository.root.appending(path: "Sources")
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
    let texts = try (names ?? []).filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }
      .map { try String(contentsOf: base.appending(path: $0), encoding: .utf8) }
    #expect(texts.count > 100)
    let readme = try String(
      contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    let count = (texts + [readme]).reduce(0) { $0 + Self.vagueWords(in: $1) }
    #expect(count <= Self.vagueWordsMax, "whoever, nobody and somebody: name who it is")
    #expect(Self.vagueWords(in: "Nobody but whoever asks.") == 2)
  }

  @Test("small values of one subject share a file")
  func files() throws {
    let small = try Repository.swiftFiles(under: "Sources").filter { Self.isSmall($0.text) }
    #expect(small.count <= Self.smallFilesMax, "files of at most 35 lines")
    #expect(Self.isSmall(String(repeating: "\n", count: 35)))
    #expect(!Self.isSmall(String(repeating: "\n", count: 36)))
  }
}
