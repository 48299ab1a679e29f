import Foundation
import Testing

/// The client is a package by itself, for apps whose targets are called as some of the server are.
@Suite(.serialized) struct ClientPackageTests {
  @Test func anAppWithTargetsOfTheSameNamesBuildsWithTheClient() async throws {
    let result = try await build(withClientAt: Repository.root.appending(path: "Sources"))
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func theClientIsCompiledWithTheSameSettingsInBothPackages() throws {
    let whole = try settings(of: "Package.swift").subtracting([".treatAllWarnings(as: .error)"])
    #expect(try settings(of: "Sources/Package.swift") == whole)
  }

  private func settings(of manifest: String) throws -> Set<String> {
    let text = try String(contentsOf: Repository.root.appending(path: manifest), encoding: .utf8)
    let start = try #require(text.range(of: "let settings: [SwiftSetting] = [\n"))
    let end = try #require(text.range(of: "\n]\n", range: start.upperBound..<text.endIndex))
    let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n")
    return Set(lines.map { $0.trimmingCharacters(in: .whitespaces.union([","])) })
  }

  /// An app with targets `App`, `Domain` and `Text`, as the server has them.
  private func build(withClientAt place: URL) async throws -> Finished {
    let folder = FileManager.default.temporaryDirectory.appending(path: "moa-app-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "Package.swift": Self.manifest(place),
      "Sources/Domain/Cart.swift": "package enum Cart {}\n",
      "Sources/Text/Label.swift": "package enum Label {}\n",
      "Sources/App/Shop.swift": """
      import Domain
      import Foundation
      import MoaClient
      import Text

      func titles(_ moa: Moa) async throws -> [String] {
        _ = (Cart.self, Label.self)
        return try await moa.homeScreen().sections.compactMap(\\.title)
      }

      """,
    ]
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return try await Finished.run(["swift", "build", "--disable-sandbox"], in: folder)
  }

  private static func manifest(_ place: URL) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "shop",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "MoaClient", path: "\(place.path)")],
      targets: [
        .target(name: "Domain"), .target(name: "Text"),
        .target(
          name: "App",
          dependencies: ["Domain", "Text", .product(name: "MoaClient", package: "MoaClient")]),
      ])

    """
  }
}
