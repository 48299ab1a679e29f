import Synchronization
import UseCases

/// What an answer is made of: equal ones make equal answers to one question.
protocol AnswerSource: Equatable, Sendable {
  /// About how much memory it takes, in octets.
  var footprint: Int { get }
}

extension ProductPage: AnswerSource {}
extension ListedPage: AnswerSource {}

/// Answers of one loop that were written for the questions that are asked most, with what they were
/// made of.
///
/// The database is asked every time. But to most who open an app it says what it said to the one
/// before, and to compare that is much less work than to write it once more. A question and its
/// source hold all that an answer depends on, so nobody can tell that it was written before.
///
/// Kept is what is asked for a second time among some hundred other questions: somebody who walks
/// through the catalogue, page by page, drives nothing out.
final class UnchangedAnswers<Question, Source>: Sendable
where Question: Hashable & Sendable, Source: AnswerSource {
  fileprivate struct Answer {
    let source: Source
    let rendered: Rendered
    /// Octets of both.
    let octets: Int
    /// When it was asked for the last time, in calls.
    var usedAt: Int
  }

  fileprivate struct State {
    var answers: [Question: Answer] = [:]
    /// Octets of all answers, and of what they are made of.
    var octets = 0
    /// Asked for once, without an answer being kept.
    var candidates: Set<Question> = []
    var calls = 0
  }

  private let answersMax: Int
  private let octetsMax: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - answersMax: how many are kept, at least one.
  ///   - octetsMax: of all their bodies, and of what they are made of.
  init(answersMax: Int = 32, octetsMax: Int = 1_048_576) {
    precondition(answersMax > 0, "a table for no answers")
    self.answersMax = answersMax
    self.octetsMax = octetsMax
  }

  /// The answer to `question` made of `source`: the one that is kept, or what `write` makes.
  func callAsFunction(
    _ question: Question, of source: Source, _ write: (Source) -> Rendered
  ) -> Rendered {
    let known = state.withLock { $0.answer(to: question, of: source) }
    if case .unchanged(let rendered) = known { return rendered }
    let rendered = write(source)
    state.withLock { state in
      if case .none = known {
        guard state.isAskedAgain(question, among: 4 * answersMax) else { return }
      }
      state.remove(question)
      let octets = rendered.octets.count + source.footprint
      guard octets <= octetsMax else { return }
      while state.answers.count >= answersMax || state.octets + octets > octetsMax {
        state.removeOldest()
      }
      state.octets += octets
      state.answers[question] = Answer(
        source: source, rendered: rendered.trimmed, octets: octets, usedAt: state.calls)
    }
    return rendered
  }

  /// How many answers are kept, and the octets of them and of what they are made of.
  var extent: (answers: Int, octets: Int) { state.withLock { ($0.answers.count, $0.octets) } }
}

extension UnchangedAnswers.State {
  fileprivate enum Known {
    /// What is kept is still true.
    case unchanged(Rendered)
    /// What is kept was made of something else.
    case outdated
  }

  /// What is kept of a question; nil for nothing.
  fileprivate mutating func answer(to question: Question, of source: Source) -> Known? {
    calls += 1
    guard let index = answers.index(forKey: question) else { return nil }
    guard answers.values[index].source == source else { return .outdated }
    answers.values[index].usedAt = calls
    return .unchanged(answers.values[index].rendered)
  }

  /// Remembers who asks for the first time; all of those are forgotten when they are too many.
  fileprivate mutating func isAskedAgain(_ question: Question, among candidatesMax: Int) -> Bool {
    guard candidates.insert(question).inserted else {
      candidates.remove(question)
      return true
    }
    if candidates.count > candidatesMax {
      // Not a smaller set, which would be made larger again step by step.
      candidates.removeAll(keepingCapacity: true)
      candidates.insert(question)
    }
    return false
  }

  fileprivate mutating func remove(_ question: Question) {
    guard let answer = answers.removeValue(forKey: question) else { return }
    octets -= answer.octets
  }

  fileprivate mutating func removeOldest() {
    guard let oldest = answers.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
    remove(oldest.key)
  }
}
