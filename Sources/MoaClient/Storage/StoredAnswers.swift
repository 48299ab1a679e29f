import Foundation

/// Keeps answers of the server in a directory, each in a file of its own.
///
/// A file that cannot be read counts as missing, and what cannot be written is not kept: the server
/// has it. So several processes may write without a lock.
actor StoredAnswers {
  private let place: StorageDirectory
  private let bytesMax: Int
  /// The bytes that may be written before the files are counted again: others write, too.
  private var rest = 0
  /// The newest cursor of changes that the server has told since the start.
  private(set) var next: String?

  init(in place: StorageDirectory, bytesMax: Int) {
    self.place = place
    self.bytesMax = bytesMax
  }

  func remember(_ cursor: String) { next = cursor }

  /// For a cursor that the server does not know.
  func forget(_ cursor: String) {
    if next == cursor { next = nil }
  }

  /// Forgets everything.
  func removeAll() {
    for file in place.files() { try? place.remove(file.name) }
  }

  func answer(to question: String) -> StoredAnswer? {
    let file = Self.file(question)
    guard bytesMax > 0, let data = try? place.read(file),
      var answer = try? PropertyListDecoder().decode(StoredAnswer.self, from: data)
    else { return nil }
    answer.confirmed = place.written(file).map(LikeTime.microseconds) ?? answer.confirmed
    return answer
  }

  /// - Parameter isWanted: asked when nothing else can remove it before it is written.
  func keep(_ answer: StoredAnswer, if isWanted: @Sendable () -> Bool = { true }) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    guard let data = try? encoder.encode(answer), data.count <= bytesMax / 10, isWanted()
    else { return }
    if data.count > rest { makeRoom() }
    guard (try? place.write(data, to: Self.file(answer.question), isDurable: false)) != nil
    else { return }
    rest -= data.count
  }

  /// Notes that the server said just now that an answer is valid.
  ///
  /// - Returns: whether it is still there, and not one with another cursor.
  func confirm(_ answer: StoredAnswer) -> Bool {
    self.answer(to: answer.question)?.since == answer.since
      && place.touch(Self.file(answer.question))
  }

  func remove(_ question: String) { try? place.remove(Self.file(question)) }

  private static func file(_ question: String) -> String { question + ".answer" }

  /// Removes the answers that were confirmed the longest time ago, until a fifth is free: a tenth
  /// for this process, and one for another, such as that of an extension.
  private func makeRoom() {
    place.excludeFromBackups()
    place.removeDraftsOfCrashes()
    let files = place.files().sorted { $0.written < $1.written }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    for file in files where bytes > bytesMax - bytesMax / 5 {
      try? place.remove(file.name)
      bytes -= file.bytes
    }
    rest = bytesMax / 10
  }
}

/// An answer that was kept.
struct StoredAnswer: Sendable, Codable {
  /// ``ShopReader/question(_:device:)``.
  let question: String
  var content: Data
  /// By which the server tells whether it is valid; nil if it has none, or cells were changed.
  var tag: String? = nil
  /// The cursor of the changes that came after it; nil if it is unknown.
  var since: String? = nil
  /// When the server last said that it is valid, in microseconds since 1970; of an answer on the
  /// disk, the time of its file.
  var confirmed: Int64
}
