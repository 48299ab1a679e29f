import Foundation

/// The files of this checkout.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files under a folder of the checkout, as (path from the root, text). Those of
  /// documentation belong to no module: they are code of readers.
  static func swiftFiles(under folder: String) throws -> [(path: String, text: String)] {
    let base = root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
    let files = (names ?? []).filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
    return try files.sorted().map { name in
      let text = try String(contentsOf: base.appending(path: name), encoding: .utf8)
      return ("\(folder)/\(name)", text)
    }
  }

  /// Beside them stands the manifest of the client.
  static var modules: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
        .filter { $0 != "Package.swift" }.sorted()
    }
  }
}

/// A program that ran to its end.
struct Finished {
  let status: Int32
  let output: String

  /// Runs a program found on PATH, away from the few threads that run the tests, and gathers what
  /// it printed.
  static func run(_ arguments: [String], in directory: URL) async throws -> Finished {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try runNow(arguments, in: directory) })
      }
    }
  }

  private static func runNow(_ arguments: [String], in directory: URL) throws -> Finished {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Finished(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }
}
