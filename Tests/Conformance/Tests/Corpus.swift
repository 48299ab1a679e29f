import ConformanceCorpus
import Foundation

/// The files of `Tests/Conformance/Corpus`.
enum Corpus {
  static let result = Result { try read() }
  /// Empty when they cannot be read, which a test of its own tells.
  static let cases = (try? result.get()) ?? []

  private static func read() throws -> [ConformanceCase] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Corpus")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "cases" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .flatMap { file in
        let text = try String(contentsOf: file, encoding: .utf8)
        return try CorpusReader.read(
          text, subject: file.deletingPathExtension().lastPathComponent)
      }
  }
}
