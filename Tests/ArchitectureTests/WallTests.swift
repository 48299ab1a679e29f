import Foundation
import Testing

@Suite struct WallTests {
  @Test func everyModuleStandsInTheTable() throws {
    #expect(Set(try Repository.modules) == Set(Walls.table.keys).union(Walls.foreign))
  }

  @Test func noFileImportsWhatItsModuleMayNot() throws {
    for module in Walls.table.keys {
      let files = try Repository.swiftFiles(under: "Sources/\(module)")
      #expect(!files.isEmpty, "\(module) has no files")
      for file in files {
        let breaches = Walls.breaches(module: module, path: file.path, text: file.text)
        #expect(breaches.isEmpty, "\(breaches)")
      }
    }
  }

  @Test("Domain and ViewData speak of the shop, and of no engine")
  func wordsOfTheShop() throws {
    for module in ["Domain", "ViewData"] {
      for file in try Repository.swiftFiles(under: "Sources/\(module)") {
        #expect(Walls.engineWords(in: file.text) == [], "\(file.path)")
      }
    }
  }

  @Test(
    "a line that speaks of an engine is found",
    arguments: [
      "  @inline(__always) var text: String", "  init(_ bytes: UnsafeRawBufferPointer)",
      "/// Kept small for the cache.", "/// As JSON writes it.",
    ])
  func engineWord(_ line: String) {
    #expect(Walls.engineWords(in: "struct Title {\n\(line)\n}") == [line])
  }

  /// The types of Domain that a file of Web names, apart from those that every rule throws.
  private static func commerce(in text: String, among types: Set<String>) -> Set<String> {
    let code = text.replacing(/"{3}[\s\S]*?"{3}|"[^"\n]*"|\/\/[^\n]*/, with: "")
    let words = code.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return types.intersection(words)
  }

  @Test("Web names five types of Domain, and none of commerce")
  func webKnowsNoCommerce() throws {
    let plain: Set<String> = [
      "ValidationError", "FieldError", "Rejection", "Origin", "Timestamp",
    ]
    var types: Set<String> = []
    for (_, text) in try Repository.swiftFiles(under: "Sources/Domain") {
      for match in text.matches(of: /\n(?:package|public) (?:struct|enum|protocol) (\w+)/) {
        types.insert(String(match.1))
      }
    }
    #expect(types.isSuperset(of: plain.union(["Product", "Price"])))
    for (path, text) in try Repository.swiftFiles(under: "Sources/Web")
    where text.contains("import Domain") {
      #expect(Self.commerce(in: text, among: types.subtracting(plain)) == [], "\(path)")
    }
    #expect(Self.commerce(in: "let price: Price", among: types) == ["Price"])
  }

  @Test func noAllowanceIsLeftUnused() throws {
    for (module, allowed) in Walls.table {
      let used = try Repository.swiftFiles(under: "Sources/\(module)").flatMap {
        Walls.imports(in: $0.text)
      }
      #expect(allowed.subtracting(used).isEmpty, "\(module)")
    }
  }

  @Test func theManifestDependsOnExactlyWhatTheTableAllows() async throws {
    // A scratch folder of its own: the one of this checkout is locked while its tests run.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "moa-dump-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let dump = try await Finished.run(
      ["swift", "package", "--scratch-path", scratch.path, "dump-package"], in: Repository.root)
    try #require(dump.status == 0, "\(dump.output)")
    let json = dump.output.drop { $0 != "{" }
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(json.utf8))
    for (module, allowed) in Walls.table {
      let target = try #require(manifest.targets.first { $0.name == module })
      let own = Set(Walls.table.keys).union(Walls.foreign)
      #expect(
        Set(target.dependencyNames).intersection(own) == allowed.intersection(own), "\(module)")
      let settings = target.settings.map(\.description)
      for needed in ["InternalImportsByDefault", "MemberImportVisibility", "treatAllWarnings"] {
        #expect(settings.contains { $0.contains(needed) }, "\(module) lacks \(needed)")
      }
    }
  }

  @Test(arguments: [
    ("Domain", "import Foundation", "Foundation"),
    ("Domain", "internal import Postgres", "Postgres"),
    ("HTTP", "@preconcurrency public import Dispatch", "Dispatch"),
    ("UseCases", "  import HTTP", "HTTP"),
    ("Transport", "package import Postgres", "Postgres"),
    ("Transport", "import struct Foundation.Date", "Foundation"),
    ("Repositories", "@testable import Transport", "Transport"),
    ("App", "import CLibPQ", "CLibPQ"),
  ])
  func aForbiddenImportIsRefused(_ module: String, _ line: String, _ imported: String) {
    let text = "/// A file.\n\(line)\n\nlet answer = 42\n"
    let breach = Walls.Breach(path: "Sources/\(module)/Wrong.swift", module: imported)
    #expect(Walls.breaches(module: module, path: breach.path, text: text) == [breach])
  }

  @Test func aSentenceAboutAnImportIsNone() {
    #expect(Walls.imports(in: "/// An import of goods\nlet x = \"import y\"").isEmpty)
  }

  /// The part of `swift package dump-package` that matters here.
  private struct Manifest: Decodable {
    let targets: [Target]

    struct Target: Decodable {
      let name: String
      let dependencies: [[String: [Name?]?]]
      let settings: [Setting]
      var dependencyNames: [String] {
        dependencies.flatMap { $0.values.compactMap { $0?.first??.text } }
      }
    }

    /// A name, or one of the objects and lists that stand beside names in the dump.
    struct Name: Decodable {
      let text: String?
      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }

    struct Setting: Decodable, CustomStringConvertible {
      let kind: [String: [String: Name]]
      var description: String { "\(kind)" }
    }
  }
}
