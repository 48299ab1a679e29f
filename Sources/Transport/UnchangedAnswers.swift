import Synchronization

/// Answers of one loop that were written for the questions that are asked most, with what they were
/// made of.
///
/// The database is asked every time. But to most who open an app it says what it said to the one
/// before, and to compare that takes a tenth of the time that writing it once more does. A question
/// and its source hold all that an answer depends on, so nobody can tell that it was written before.
///
/// Kept is what is asked for a second time among some hundred other questions: somebody who walks
/// through the catalogue, page by page, drives nothing out.
final class UnchangedAnswers<Question, Source>: Sendable
where Question: Hashable & Sendable, Source: Equatable & Sendable {
  fileprivate struct Answer {
    let source: Source
    let rendered: Rendered
    /// When it was asked for the last time, in calls.
    var usedAt: Int
  }

  fileprivate struct State {
    var answers: [Question: Answer] = [:]
    /// Octets of all answers.
    var octets = 0
    /// Asked for once, without an answer being kept.
    var candidates: Set<Question> = []
    var calls = 0
  }

  private let answersMax: Int
  private let octetsMax: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - answersMax: how many are kept.
  ///   - octetsMax: of all their bodies. What they are made of takes about as much once more.
  init(answersMax: Int = 32, octetsMax: Int = 524_288) {
    self.answersMax = answersMax
    self.octetsMax = octetsMax
  }

  /// The answer to `question` made of `source`: the one that is kept, or what `write` makes.
  func callAsFunction(
    _ question: Question, of source: Source, _ write: (Source) -> Rendered
  ) -> Rendered {
    if let kept = state.withLock({ $0.answer(to: question, of: source) }) { return kept }
    let rendered = write(source)
    state.withLock { state in
      guard state.isAskedAgain(question, among: 4 * answersMax) else { return }
      state.remove(question)
      guard rendered.octets.count <= octetsMax else { return }
      while state.answers.count >= answersMax || state.octets + rendered.octets.count > octetsMax {
        state.removeOldest()
      }
      state.octets += rendered.octets.count
      state.answers[question] = Answer(source: source, rendered: rendered, usedAt: state.calls)
    }
    return rendered
  }

  /// How many answers are kept, and the octets of their bodies.
  var extent: (answers: Int, octets: Int) { state.withLock { ($0.answers.count, $0.octets) } }
}

extension UnchangedAnswers.State {
  mutating fileprivate func answer(to question: Question, of source: Source) -> Rendered? {
    calls += 1
    guard let index = answers.index(forKey: question), answers.values[index].source == source else {
      return nil
    }
    answers.values[index].usedAt = calls
    return answers.values[index].rendered
  }

  /// Remembers who asks for the first time; all of those are forgotten when they are too many.
  mutating fileprivate func isAskedAgain(_ question: Question, among candidatesMax: Int) -> Bool {
    if answers[question] != nil || candidates.remove(question) != nil { return true }
    if candidates.count >= candidatesMax { candidates.removeAll(keepingCapacity: true) }
    candidates.insert(question)
    return false
  }

  mutating fileprivate func remove(_ question: Question) {
    guard let answer = answers.removeValue(forKey: question) else { return }
    octets -= answer.rendered.octets.count
  }

  mutating fileprivate func removeOldest() {
    guard let oldest = answers.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
    remove(oldest.key)
  }
}
