import App
import Foundation
import Resources
import Testing

/// The files in the binary are the files of the repository: all of them, byte for byte.
struct EmbeddedFilesTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../db").standardizedFileURL

  private func files(below name: String, ending: [String]) throws -> [String: [UInt8]] {
    let root = Self.folder.appendingPathComponent(name)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { path in ending.contains { path.hasSuffix($0) } }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { path in
        (path, Array(try Data(contentsOf: root.appendingPathComponent(path))))
      })
  }

  /// The names of files that are missing, too many, or not the same.
  private func differences(_ embedded: [Resource], _ files: [String: [UInt8]]) -> [String] {
    let bytes = Dictionary(embedded.map { ($0.name, $0.bytes) }) { first, _ in first }
    return Set(bytes.keys).union(files.keys).filter { bytes[$0] != files[$0] }.sorted()
  }

  @Test func everyMigrationIsInTheBinaryAsItIs() throws {
    let files = try files(below: "migrations", ending: [".sql"])
    #expect(!files.isEmpty)
    #expect(differences(Resources.migrations, files) == [], "run db/embed")
    #expect(Resources.migrations.map(\.name) == files.keys.sorted())
  }

  @Test func everyFileOfTheDemoShopIsInTheBinaryAsItIs() throws {
    let files = try files(below: "demo", ending: [".json", ".png", ".jpg"])
    #expect(!files.isEmpty)
    #expect(differences(Resources.demo, files) == [], "run db/embed")
  }

  @Test func everyPageIsInTheBinaryAsItIs() throws {
    let files = try files(
      below: "../Sources/CResources/web", ending: [".css", ".html", ".ico", ".mjs", ".svg"])
    #expect(!files.isEmpty)
    #expect(differences(Resources.web, files) == [], "run db/embed")
  }

  @Test func nothingElseStandsAmongTheMigrations() throws {
    let all = try files(below: "migrations", ending: [""])
    for name in all.keys {
      #expect(name.wholeMatch(of: /[0-9]{4}_[a-z0-9_]+\.sql/) != nil, "\(name)")
    }
    let numbers = all.keys.map { $0.prefix(4) }
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func everyMigrationBeginsWithWhy() {
    for migration in Resources.migrations {
      #expect(migration.text.hasPrefix("-- Why: "), "\(migration.name)")
    }
  }

  @Test func aFileThatIsMissingEditedOrTooManyIsNoticed() throws {
    var files = try files(below: "migrations", ending: [".sql"])
    let names = files.keys.sorted()
    files[names[0]]?.append(0x20)
    files[names[1]] = nil
    files["9999_new.sql"] = []
    let noticed = differences(Resources.migrations, files)
    #expect(noticed == [names[0], names[1], "9999_new.sql"])
  }
}
