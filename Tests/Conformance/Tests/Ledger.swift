import ConformanceCorpus
import Foundation

/// Two accounts of the same requests: the proxy's log, and what the server behind it has seen.
///
/// The proxy stamps every request that it forwards with an id of its own, which the server takes
/// over and sends back. So requests are compared one by one, and none can hide behind another that
/// was lost.
struct Ledger {
  /// A line of the proxy's log: a request of a client, also one that it refused itself.
  struct Line: Equatable {
    var id: String
    var wasForwarded: Bool
    /// The id in our answer; nil when none came.
    var answeredAs: String?
  }

  var lines: [Line] = []
  /// How often each id came with a head that was understood.
  var understood: [String: Int] = [:]
  /// Ids of ours, for heads that were refused: nobody has read the proxy's.
  var refused: Set<String> = []

  /// What does not add up; a log that is late makes offences that go away.
  var offence: String? {
    if let twice = understood.first(where: { $0.value > 1 }) { return "\(twice.key) came twice" }
    let forwarded = Set(lines.filter(\.wasForwarded).map(\.id))
    if let id = understood.keys.first(where: { !forwarded.contains($0) }) {
      return "\(id) was never forwarded"
    }
    return offenceOfAnswers
  }

  /// Every answer belongs to the request that the proxy takes it for, and every refusal is the
  /// answer to a request that the proxy knows.
  private var offenceOfAnswers: String? {
    var refused = refused
    for line in lines {
      guard let answer = line.answeredAs, answer != line.id || understood[line.id] == nil else {
        continue
      }
      guard understood[line.id] == nil, refused.remove(answer) != nil else {
        return "\(line.id) was answered as \(answer)"
      }
    }
    return refused.first.map { "\($0) is a refusal of nothing that was forwarded" }
  }
}

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
