import Foundation

/// A directory for the files of one test; removed with its last user, the suite's instance.
package final class Scratch: Sendable {
  package let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("moa-scratch-\(UUID().uuidString)").path

  package init() {}

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file of a name of its own; returns its path.
  package func file(_ text: String, mode: Int = 0o600) throws -> String {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = "\(path)/\(UUID().uuidString)"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }
}
