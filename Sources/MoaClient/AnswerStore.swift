public import Foundation

/// Keeps answers in a directory, with the tags by which the server tells whether they are still
/// valid.
///
/// Each answer is a file of its own, written completely or not at all; an unreadable file counts as
/// missing. When there are too many, the oldest are removed.
public actor AnswerStore {
  private let directory: URL
  private let countMax: Int

  /// - Parameters:
  ///   - directory: made if it does not exist; it may be emptied at any time.
  ///   - countMax: answers that are kept.
  public init(in directory: URL, countMax: Int = 200) {
    self.directory = directory
    self.countMax = max(1, countMax)
  }

  /// A directory among the caches of the app.
  public init() {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    self.init(
      in: (caches ?? FileManager.default.temporaryDirectory)
        .appendingPathComponent("moa-answers", isDirectory: true))
  }

  /// Forgets everything.
  public func removeAll() {
    for file in files() { try? FileManager.default.removeItem(at: file) }
  }

  /// - Parameter language: the requested language; nil for none.
  func answer(of address: URL, in language: String?) -> KeptAnswer? {
    guard let data = try? Data(contentsOf: file(of: address, in: language)),
      let entry = try? PropertyListDecoder().decode(Entry.self, from: data),
      entry.address == address.absoluteString, entry.language == language
    else { return nil }
    return KeptAnswer(tag: entry.tag, content: entry.content)
  }

  func keep(_ answer: KeptAnswer, of address: URL, in language: String?) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let entry = Entry(
      address: address.absoluteString, language: language, tag: answer.tag,
      content: answer.content)
    guard let data = try? encoder.encode(entry) else { return }
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try? data.write(to: file(of: address, in: language), options: .atomic)
    removeOldest()
  }

  private struct Entry: Codable {
    let address: String
    let language: String?
    let tag: String
    let content: Data
  }

  private func file(of address: URL, in language: String?) -> URL {
    // Two addresses may share a file name: the file says which of them it is for.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let question = address.absoluteString + (language.map { " " + $0 } ?? "")
    for byte in question.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return directory.appendingPathComponent(String(hash, radix: 16) + ".answer")
  }

  private func files() -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: [.contentModificationDateKey])
    return (files ?? []).filter { $0.pathExtension == "answer" }
  }

  private func removeOldest() {
    let files = files()
    guard files.count > countMax else { return }
    let dated = files.map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file, values?.contentModificationDate ?? .distantPast)
    }
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(files.count - countMax) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}

/// An answer that was kept.
struct KeptAnswer: Sendable {
  let tag: String
  let content: Data
}
