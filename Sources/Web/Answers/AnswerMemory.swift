package import Domain

/// Two that are equal prove that between them nothing changed that a public answer shows, but for
/// what may be ``AnswerMemory/validFor`` old.
package struct AnswerToken: Hashable, Sendable {
  private let numbers: [Int64]

  /// - Parameter numbers: what the database tells of its state, and what no other session of it
  ///   has. Tokens of two sessions prove nothing about each other, so they must never be equal; an
  ///   answer of an earlier session is only given with its age.
  package init(_ numbers: Int64...) { self.numbers = numbers }
}

/// The state of the shop that an answer shows.
package enum AnswerVersion: Hashable, Sendable {
  /// Nothing that changes.
  case fixed
  case proven(AnswerToken)
  /// The database told no token to this read: only requests of the same read share an answer.
  case unknown(read: Int)

  package init(_ reading: TokenReading) {
    self = reading.token.map(Self.proven) ?? .unknown(read: reading.number)
  }

  /// Whether a later request can be of this version.
  var isLasting: Bool { if case .unknown = self { false } else { true } }
}

/// Finished answers of one router, and those that are being made.
///
/// It only decides: it knows no clock and no database, and callers are whatever waits for them. An
/// answer is used for requests of its own version, and for no other. `Caller` waits for an answer
/// that another request makes.
package struct AnswerMemory<Caller: Sendable>: Sendable {
  package enum Verdict {
    case kept(KeptAnswer)
    /// The caller makes it, and hands it to ``finish(_:of:_:at:)``.
    case make
    /// Another request of the same version is making it.
    case wait
  }

  private struct Entry {
    let answer: KeptAnswer
    let version: AnswerVersion
    let madeAt: Timestamp

    /// Whether a request may have it: it is of the same version, and recent.
    func isValid(for version: AnswerVersion, at now: Timestamp) -> Bool {
      guard self.version == version else { return false }
      guard version != .fixed else { return true }
      let age = now.microseconds - madeAt.microseconds
      return 0 <= age && age < min(answer.validFor, AnswerMemory.validFor)
    }
  }

  private struct Making: Hashable {
    let question: AnswerQuestion
    let version: AnswerVersion
  }

  /// Two generations instead of a list in the order of use: when the young one is full, it becomes
  /// the old one, and what was not used since is forgotten. What is used goes back to the young.
  private var young = Generation()
  private var old = Generation()
  private let generationBytesMax: Int
  private var makings: [Making: [Caller]] = [:]
  /// The hashes of pages by cursor that were asked for last, each at its place.
  private var asked = [Int](repeating: 0, count: 4_096)

  /// Microseconds: counts of likes and trending searches leave no trace in tokens. Likes are
  /// counted each second, and shown within two.
  package static var validFor: Int64 { 750_000 }

  private struct Generation {
    var entries: [AnswerQuestion: Entry] = [:]
    var bytes = 0

    mutating func remove(_ question: AnswerQuestion) -> Entry? {
      guard let entry = entries.removeValue(forKey: question) else { return nil }
      bytes -= entry.answer.cost + question.cost
      return entry
    }
  }

  /// - Parameter bytesMax: of all answers together.
  package init(bytesMax: Int) {
    generationBytesMax = bytesMax / 2
  }

  var waitingCount: Int { makings.values.reduce(0) { $0 + $1.count } }

  package var bytes: Int { young.bytes + old.bytes }

  /// Whether the question is a page by cursor that was not asked for lately: its answer is made for
  /// one request, since to prove and to keep it would take longer than it saves.
  package mutating func isRare(_ question: AnswerQuestion) -> Bool {
    guard question.isByCursor, young.entries[question] == nil, old.entries[question] == nil else {
      return false
    }
    let hash = question.hashValue
    let place = hash & (asked.count - 1)
    defer { asked[place] = hash }
    return asked[place] != hash
  }

  /// Tells a request with this question and version how it gets its answer.
  package mutating func verdict(
    on question: AnswerQuestion, _ version: AnswerVersion, at now: Timestamp
  ) -> Verdict {
    if let entry = recall(question, where: { $0.isValid(for: version, at: now) }) {
      return .kept(entry.answer)
    }
    let making = Making(question: question, version: version)
    guard makings[making] == nil else { return .wait }
    makings[making] = []
    return .make
  }

  /// Lets a caller wait; false when the making has ended meanwhile.
  package mutating func wait(
    _ caller: Caller, for question: AnswerQuestion, _ version: AnswerVersion
  ) -> Bool {
    let making = Making(question: question, version: version)
    guard makings[making] != nil else { return false }
    makings[making]?.append(caller)
    return true
  }

  /// Ends a making, and returns who waits for it.
  ///
  /// - Parameters:
  ///   - answer: nil when it failed.
  ///   - start: when the making began.
  package mutating func finish(
    _ answer: KeptAnswer?, of question: AnswerQuestion, _ version: AnswerVersion,
    at start: Timestamp
  ) -> [Caller] {
    if let answer, answer.validFor > 0, version.isLasting {
      keep(Entry(answer: answer, version: version, madeAt: start), for: question)
    }
    return makings.removeValue(forKey: Making(question: question, version: version)) ?? []
  }

  /// Forgets the answer to a question that has none any more, so that it does not come back while
  /// the database is away.
  package mutating func forget(_ question: AnswerQuestion) {
    _ = young.remove(question)
    _ = old.remove(question)
  }

  /// An answer of any version that was made at `earliest` or later, with its age in seconds: for
  /// requests while the database is away.
  package mutating func stale(
    _ question: AnswerQuestion, since earliest: Timestamp, at now: Timestamp
  ) -> (answer: KeptAnswer, age: Int64)? {
    let times = earliest...max(earliest, now)
    guard let entry = recall(question, where: { times.contains($0.madeAt) }) else { return nil }
    return (entry.answer, (now.microseconds - entry.madeAt.microseconds) / 1_000_000)
  }

  /// An entry that cannot be used stays where it is, so that it is forgotten before others.
  private mutating func recall(
    _ question: AnswerQuestion, where isUsable: (Entry) -> Bool
  ) -> Entry? {
    if let entry = young.entries[question] { return isUsable(entry) ? entry : nil }
    guard let entry = old.entries[question], isUsable(entry) else { return nil }
    keep(entry, for: question)
    return entry
  }

  private mutating func keep(_ entry: Entry, for question: AnswerQuestion) {
    let cost = entry.answer.cost + question.cost
    guard cost <= generationBytesMax else { return }
    forget(question)
    if young.bytes + cost > generationBytesMax { (old, young) = (young, Generation()) }
    young.entries[question] = entry
    young.bytes += cost
  }
}
