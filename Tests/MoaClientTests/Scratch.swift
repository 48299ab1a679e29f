import Foundation

/// The path of a directory for one test, which whoever wants it makes; gone after the test.
final class Scratch: Sendable {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("moa-client-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: directory) }
}
