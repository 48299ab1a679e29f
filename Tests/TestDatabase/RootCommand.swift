import Foundation

/// Commands that take root, or `sudo` that asks for nothing.
enum RootCommand {
  static var prefix: [String] { geteuid() == 0 ? [] : ["sudo", "-n"] }

  /// Runs it to its end, whatever that is.
  ///
  /// - Throws: what it has said, where it fails; who has no such rights is told so.
  static func run(_ words: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = prefix + words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestDatabaseError.program("\(words[0]), for which root is needed", text)
    }
  }
}
