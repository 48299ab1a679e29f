import Foundation
import Testing

/// The walls that the compiler and the package manager keep, each tried with an import that it
/// must refuse: the settings of the real manifest, on a package of four small modules.
///
/// An import of something that only a dependency depends on passes the package manager; the table
/// in `Walls` refuses it.
@Suite struct CompilerWallTests {
  /// What must be refused, with the word that the compiler's error must have.
  private static let wrong: [(path: String, text: String, word: String)] = [
    ("Garden/Undeclared.swift", "import Ground\n", "Ground"),
    (
      "Roof/Member.swift", "import Walls\nfunc wrong() -> Int { makeBrick().weight }\n", "weight"
    ),
    (
      "Walls/Leak.swift", "import Ground\npublic func leak() -> Brick { Brick() }\n",
      "its result uses an internal type"
    ),
    ("Ground/Warning.swift", "func wrong() { let unused = 1 }\n", "unused"),
  ]

  @Test("What no wall allows does not compile, and the same package without it does")
  func walls() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "moa-walls-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in Self.sources { try write(text, to: folder, path) }
    try write(try manifest(), to: folder.appending(path: "Package.swift"))
    let clean = try await build(folder)
    try #require(clean.status == 0, "\(clean.output)")
    for (path, text, word) in Self.wrong {
      let file = try write(text, to: folder, path)
      let refused = try await build(folder)
      #expect(refused.status != 0, "\(path)")
      let errors = refused.output.split(separator: "\n").filter { $0.contains("error:") }
      #expect(errors.contains { $0.contains(word) }, "\(path): \(refused.output)")
      try FileManager.default.removeItem(at: file)
    }
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

  private func build(_ folder: URL) async throws -> Finished {
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

  @discardableResult
  private func write(_ text: String, to folder: URL, _ path: String) throws -> URL {
    let file = folder.appending(path: "Sources/\(path)")
    try write(text, to: file)
    return file
  }

  private func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
