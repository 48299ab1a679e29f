import Foundation
import Testing

/// What the tutorial shows is the example that is compiled here, and that the tests of the program
/// run.
@Suite struct TutorialTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let catalog = tests.appendingPathComponent(
    "../../Sources/MoaClient/MoaClient.docc"
  ).standardizedFileURL

  /// As an app would write it: only in this package others than its module need it.
  private static func example() throws -> String {
    let file = tests.appendingPathComponent("Examples/ProductList.swift")
    return try String(contentsOf: file, encoding: .utf8).replacing("package ", with: "")
  }

  private static func step(_ number: Int) throws -> String {
    let file = catalog.appendingPathComponent("Resources/ProductList-\(number).swift")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static let steps = 1...4

  @Test func theLastStepIsTheExample() throws {
    #expect(try Self.step(Self.steps.upperBound) == Self.example())
  }

  @Test func theExampleKeepsWhatTheTitlePromises() throws {
    #expect(try Self.example().split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
  }

  @Test("each step has lines of the next one alone, in their order", arguments: steps.dropLast())
  func eachStepAddsLines(_ number: Int) throws {
    let next = try Self.step(number + 1).split(separator: "\n")
    let lines = try Self.step(number).split(separator: "\n")
    var rest = next[...]
    for line in lines {
      let index = try #require(rest.firstIndex(of: line), "\(line)")
      rest = rest[(index + 1)...]
    }
    #expect(next.count > lines.count)
  }

  @Test(
    "the Swift of a document is compiled",
    arguments: ["README.md", "README.ko.md", "Sources/MoaClient/MoaClient.docc/MoaClient.md"])
  func snippets(_ document: String) throws {
    let root = Self.tests.appendingPathComponent("../..").standardizedFileURL
    let compiled = try Self.code(
      String(
        contentsOf: Self.tests.appendingPathComponent("Examples/Snippets.swift"), encoding: .utf8))
    let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
    let blocks = text.matches(of: #/```swift\n(?<code>(?s).*?)```/#).map {
      Self.code(String($0.code))
    }
    // How an app depends on the package is tried by the tests of the package.
    let shown = blocks.filter { !$0.contains { $0.hasPrefix(".package(") } }
    #expect(!shown.isEmpty)
    for block in shown {
      var rest = compiled[...]
      for line in block {
        let index = try #require(rest.firstIndex(of: line), "\(document): \(line)")
        rest = rest[(index + 1)...]
      }
    }
  }

  /// The lines without indentation and without comments.
  private static func code(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.replacing(#/(^|\s+)\/\/ .*$/#, with: "").trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }

  @Test func theTutorialShowsEveryStepOnce() throws {
    let file = Self.catalog.appendingPathComponent("ProductList-Tutorial.tutorial")
    let text = try String(contentsOf: file, encoding: .utf8)
    let shown = text.matches(of: #/file: "ProductList-(\d)\.swift"/#).compactMap { Int($0.1) }
    #expect(shown == Array(Self.steps))
    let stored = try FileManager.default.contentsOfDirectory(
      atPath: Self.catalog.appendingPathComponent("Resources").path)
    #expect(stored.count { $0.hasSuffix(".swift") } == Self.steps.count)
  }
}
