import Domain
import Foundation
import Testing

@testable import App

/// Real images in every format.
enum Photograph {
  /// The same picture in another format, by the tool that is tested, outside its sandbox.
  static func converted(
    _ png: [UInt8], to suffix: String, profile: String? = nil
  ) throws -> [UInt8] {
    let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("moa-photograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data(png).write(to: directory.appendingPathComponent("a.png"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool.path)
    process.arguments =
      ["a.png", "--size", "8192x8192>", "-o", "b\(suffix)"]
      + (profile.map { ["--export-profile", $0] } ?? [])
    process.currentDirectoryURL = directory
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let name = "b" + suffix.prefix { $0 != "[" }
    return Array(try Data(contentsOf: directory.appendingPathComponent(name)))
  }
}
