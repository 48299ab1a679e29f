package import Domain
import HTTP
import Synchronization

/// Answers of one router, each made once for all requests with the same question that see the same
/// state of the shop, and never older than one made anew, but for counts of likes and trending
/// searches.
///
/// A request reads a token of the database, which began to be read after the request came, and
/// gets the answer in memory if that was made under the same token. Otherwise one request makes it,
/// for all that hold the same token.
package final class ValidatedAnswers: Sendable {
  /// The services of the process.
  package struct Machine: Sendable {
    /// Without a database: nothing is kept but what never changes.
    package static let none = Machine(
      token: { _ in nil }, isAway: { false }, pause: { _ in }, now: { Timestamp(clamping: 0) })
    /// Reads the token of this instant or a later one; nil when the database does not tell. It
    /// throws when it has waited for its whole deadline.
    package var token: @Sendable (Timestamp) async throws -> AnswerToken?
    /// Whether the database is known to be away, so that no answer could be made.
    package var isAway: @Sendable () -> Bool
    package var pause: @Sendable (Duration) async -> Void
    package var now: @Sendable () -> Timestamp

    package init(
      token: @escaping @Sendable (Timestamp) async throws -> AnswerToken?,
      isAway: @escaping @Sendable () -> Bool,
      pause: @escaping @Sendable (Duration) async -> Void,
      now: @escaping @Sendable () -> Timestamp
    ) {
      (self.token, self.isAway, self.pause, self.now) = (token, isAway, pause, now)
    }
  }

  /// For metrics.
  package struct Usage: Sendable {
    /// Bytes of answers in memory.
    package let bytes: Int
    /// How often the token was read since the last time.
    package let validations: Int
  }

  package static let bytesMax = 16 << 20

  /// The news for a waiting request.
  private enum TokenTurn: Sendable { case lead, told(TokenReading) }
  private enum AnswerTurn: Sendable { case again, outcome(Result<KeptAnswer, any Error>) }

  private typealias TokenCaller = UnsafeContinuation<TokenTurn, Never>
  private typealias AnswerCaller = UnsafeContinuation<AnswerTurn, Never>

  private struct State {
    var reads = TokenReads<TokenCaller>()
    var memory: AnswerMemory<AnswerCaller>
    var validations = 0
  }

  private let state: Mutex<State>
  private let machine: Machine
  /// How old an answer may be while the database is away.
  package let staleSeconds: Int

  package init(
    _ machine: Machine = .none, bytesMax: Int = ValidatedAnswers.bytesMax, staleSeconds: Int = 0
  ) {
    self.machine = machine
    self.staleSeconds = staleSeconds
    state = Mutex(State(memory: AnswerMemory(bytesMax: bytesMax)))
  }

  /// The usage since the last call.
  package func takeUsage() -> Usage {
    state.withLock { state in
      defer { state.validations = 0 }
      return Usage(bytes: state.memory.bytes, validations: state.validations)
    }
  }

  /// Requests that wait for another one.
  var waitingCount: Int { state.withLock { $0.reads.waitingCount + $0.memory.waitingCount } }

  /// The answer to one request.
  ///
  /// - Parameters:
  ///   - isLasting: whether it depends on nothing that changes.
  /// - Throws: what `make` throws, also to those who wait for it; 412 for a condition that fails.
  func response(
    to request: Request, _ question: AnswerQuestion, isLasting: Bool,
    _ make: () async throws -> KeptAnswer
  ) async throws -> (response: Response, note: String?) {
    if question.isByCursor, state.withLock({ $0.memory.isRare(question) }) {
      let answer = try await make()
      return (try answer.response(to: request, .miss), answer.note)
    }
    let version = isLasting ? AnswerVersion.fixed : AnswerVersion(await reading())
    // That no token is told is not enough: answers may be made all the same.
    if case .unknown = version, machine.isAway(), let stale = stale(question) {
      return try Self.response(to: request, stale)
    }
    do {
      let (answer, status) = try await answer(to: question, version, make)
      return (try answer.response(to: request, status), answer.note)
    } catch {
      guard Problem(of: error).status == .serviceUnavailable, let stale = stale(question)
      else { throw error }
      return try Self.response(to: request, stale)
    }
  }

  private static func response(
    to request: Request, _ stale: (answer: KeptAnswer, age: Int64)
  ) throws(Problem) -> (response: Response, note: String?) {
    var response = try stale.answer.response(to: request, .stale)
    response.fields.append(.age(stale.age))
    return (response, stale.answer.note)
  }

  private func stale(_ question: AnswerQuestion) -> (answer: KeptAnswer, age: Int64)? {
    guard staleSeconds > 0 else { return nil }
    let now = machine.now()
    let earliest = Timestamp(clamping: now.microseconds - Int64(staleSeconds) * 1_000_000)
    return state.withLock { $0.memory.stale(question, since: earliest, at: now) }
  }

  // MARK: The token

  /// A read of the token that began after this call.
  private func reading() async -> TokenReading {
    let isFirst = state.withLock { $0.reads.lead() }
    if !isFirst, case .told(let reading) = await tokenTurn() { return reading }
    let pause = state.withLock { $0.reads.pause(at: machine.now()) }
    if pause > 0 { await machine.pause(.microseconds(pause)) }
    let now = machine.now()
    let mayAsk = state.withLock { state in
      state.reads.begin(at: now)
      return state.reads.mayAsk(at: now)
    }
    var token: AnswerToken?
    var hung = false
    if mayAsk { do { token = try await machine.token(now) } catch { hung = true } }
    let (number, sharers, leader) = state.withLock { state in
      if token != nil { state.validations += 1 }
      return state.reads.end(token, hung: hung, at: machine.now())
    }
    let reading = TokenReading(token, number: number)
    leader?.resume(returning: .lead)
    for sharer in sharers { sharer.resume(returning: .told(reading)) }
    return reading
  }

  private func tokenTurn() async -> TokenTurn {
    await withUnsafeContinuation { caller in
      // Looked at again: the read may have ended meanwhile.
      let isFirst = state.withLock { state in
        if state.reads.lead() { return true }
        state.reads.wait(caller)
        return false
      }
      if isFirst { caller.resume(returning: .lead) }
    }
  }

  // MARK: Answers

  private func answer(
    to question: AnswerQuestion, _ version: AnswerVersion,
    _ make: () async throws -> KeptAnswer
  ) async throws -> (KeptAnswer, ResponseNote.CacheStatus) {
    while true {
      switch state.withLock({ $0.memory.verdict(on: question, version, at: machine.now()) }) {
      case .kept(let answer): return (answer, .hit)
      case .make: return (try await made(question, version, make), .miss)
      case .wait:
        if case .outcome(let outcome) = await answerTurn(question, version) {
          return (try outcome.get(), .collapsed)
        }
      }
    }
  }

  private func answerTurn(
    _ question: AnswerQuestion, _ version: AnswerVersion
  ) async -> AnswerTurn {
    await withUnsafeContinuation { caller in
      let waits = state.withLock { $0.memory.wait(caller, for: question, version) }
      if !waits { caller.resume(returning: .again) }
    }
  }

  private func made(
    _ question: AnswerQuestion, _ version: AnswerVersion,
    _ make: () async throws -> KeptAnswer
  ) async throws -> KeptAnswer {
    let start = machine.now()
    let outcome: Result<KeptAnswer, any Error>
    do { outcome = .success(try await make()) } catch { outcome = .failure(error) }
    let answer = try? outcome.get()
    let isGone =
      if case .failure(let error) = outcome { Problem(of: error).status == .notFound } else {
        false
      }
    let callers = state.withLock { state in
      if isGone { state.memory.forget(question) }
      return state.memory.finish(answer, of: question, version, at: start)
    }
    // That its request was cancelled concerns no other: one of those makes it then.
    let isOwn = answer == nil && Task.isCancelled
    for caller in callers { caller.resume(returning: isOwn ? .again : .outcome(outcome)) }
    return try outcome.get()
  }
}

extension ResponseField {
  /// Source: RFC 9111 §5.1.
  static func age(_ seconds: Int64) -> ResponseField { ResponseField("Age", "\(seconds)") }
}
