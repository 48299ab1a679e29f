import Foundation
import Testing

/// The walls that the compiler and the package manager keep, each tried with an import that it
/// must refuse: the settings of the real manifest, on a package of four small modules.
///
/// An import of something that only a dependency depends on passes the package manager; the table
/// in `Walls` refuses it.
@Suite(.serialized) struct CompilerWallTests {
  @Test func aCleanPackageBuilds() async throws {
    let result = try await build(adding: [:])
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func anImportThatTheManifestDoesNotDeclareIsRefused() async throws {
    let result = try await build(adding: ["Garden/Wrong.swift": "import Ground\n"])
    #expect(result.status != 0)
    #expect(result.output.contains("Ground"), "\(result.output)")
  }

  @Test func aMemberOfAModuleThatTheFileDoesNotImportIsRefused() async throws {
    let use = "import Walls\nfunc wrong() -> Int { makeBrick().weight }\n"
    let result = try await build(adding: ["Roof/Wrong.swift": use])
    #expect(result.status != 0)
    #expect(result.output.contains("weight"), "\(result.output)")
  }

  @Test func aHiddenImportInAPublicFaceIsRefused() async throws {
    let leak = "import Ground\npublic func leak() -> Brick { Brick() }\n"
    let result = try await build(adding: ["Walls/Wrong.swift": leak])
    #expect(result.status != 0)
    #expect(result.output.contains("Brick"), "\(result.output)")
  }

  @Test func aWarningIsAnError() async throws {
    let result = try await build(adding: ["Ground/Wrong.swift": "func wrong() { let unused = 1 }\n"]
    )
    #expect(result.status != 0)
    #expect(result.output.contains("unused"), "\(result.output)")
  }

  private static let sources = [
    "Ground/Brick.swift": """
    public struct Brick { public init() {} }
    extension Brick { public var weight: Int { 1 } }

    """,
    "Walls/Wall.swift": "public import Ground\npublic func makeBrick() -> Brick { Brick() }\n",
    "Garden/Garden.swift": "func garden() {}\n",
    "Roof/Roof.swift": "import Walls\nfunc roof() { _ = makeBrick() }\n",
  ]

  private func build(adding files: [String: String]) async throws -> Finished {
    let folder = FileManager.default.temporaryDirectory.appending(path: "moa-walls-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in Self.sources.merging(files, uniquingKeysWith: { $1 }) {
      try write(text, to: folder.appending(path: "Sources/\(path)"))
    }
    try write(try manifest(), to: folder.appending(path: "Package.swift"))
    let arguments = [
      "swift", "build", "--explicit-target-dependency-import-check", "error",
      "--disable-sandbox",
    ]
    return try await Finished.run(arguments, in: folder)
  }

  /// A manifest with the settings of ours, taken from the file itself.
  private func manifest() throws -> String {
    let ours = try String(
      contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
    let start = try #require(ours.range(of: "let settings"))
    let end = try #require(ours.range(of: "\n]\n", range: start.lowerBound..<ours.endIndex))
    return """
      // swift-tools-version: 6.2
      import PackageDescription
      \(ours[start.lowerBound..<end.upperBound])
      let package = Package(
        name: "walls",
        targets: [
          .target(name: "Ground", swiftSettings: settings),
          .target(name: "Walls", dependencies: ["Ground"], swiftSettings: settings),
          .target(name: "Garden", swiftSettings: settings),
          .target(name: "Roof", dependencies: ["Walls"], swiftSettings: settings),
        ])

      """
  }

  private func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
