import Foundation
import Testing

/// Counts what makes the project slower to read. The limits only ever go down.
@Suite struct PlainnessTests {
  /// These are names in code: the account `nobody` of systems, and the hash of no secret.
  static let vagueWordsMax = 8
  /// A comment begins with its subject: "What a list holds" becomes "The items of a list".
  static let whatCommentsMax = 0
  /// The goal is 80.
  static let smallFilesMax = 17

  static func vagueWords(in text: String) -> Int {
    text.matches(of: /(?i)whoever|nobody|somebody/).count
  }

  static func whatComments(in text: String) -> Int {
    text.split(separator: "\n").count { $0.contains(#/^ *//+ What /#) }
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

  @Test("comments begin with their subject")
  func comments() throws {
    let texts = try Repository.swiftFiles(under: "Sources").map(\.text)
    #expect(texts.count > 100)
    let count = texts.reduce(0) { $0 + Self.whatComments(in: $1) }
    #expect(count <= Self.whatCommentsMax, "comments that begin with What: name the thing itself")
    #expect(Self.whatComments(in: "/// What it is.\n  // What for.\n/// It is what it is.") == 2)
  }

  @Test("small values of one subject share a file")
  func files() throws {
    let small = try Repository.swiftFiles(under: "Sources").filter { Self.isSmall($0.text) }
    #expect(small.count <= Self.smallFilesMax, "files of at most 35 lines")
    #expect(Self.isSmall(String(repeating: "\n", count: 35)))
    #expect(!Self.isSmall(String(repeating: "\n", count: 36)))
  }
}
