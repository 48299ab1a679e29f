import Foundation

/// A directory for the files of one test: the first who writes there makes it; removed afterwards.
final class Scratch: Sendable {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("moa-client-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: directory) }
}
