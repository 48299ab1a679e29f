import Domain
import HTTP
import Synchronization
import Testing

@testable import Web

/// Shared answers, on a database that tells tokens when a test lets it.
@Suite(.timeLimit(.minutes(1)))
struct ValidatedAnswersTests {
  /// A database with one value, and a clock.
  private final class Database: Sendable {
    private struct State {
      var value = 1
      var session: Int64 = 1
      var isAway = false
      var tellsTokens = true
      var hangs = false
      var now = Timestamp(clamping: 1_000_000_000)
      var tokensRead = 0
      var made = 0
      var isHeld = false
      var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var tokensRead: Int { state.withLock { $0.tokensRead } }
    var made: Int { state.withLock { $0.made } }
    var heldCount: Int { state.withLock { $0.held.count } }

    func write() { state.withLock { $0.value += 1 } }
    func goAway(_ isAway: Bool = true) { state.withLock { $0.isAway = isAway } }
    func tellNoTokens() { state.withLock { $0.tellsTokens = false } }
    func hang() { state.withLock { $0.hangs = true } }
    func restart() { state.withLock { $0.session += 1 } }
    func pass(milliseconds: Int64) {
      state.withLock {
        $0.now = Timestamp(clamping: $0.now.microseconds + milliseconds * 1_000)
      }
    }

    /// Lets nothing end until ``release()``.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
      let held = state.withLock { state in
        state.isHeld = false
        defer { state.held = [] }
        return state.held
      }
      for caller in held { caller.resume() }
    }

    private func waitWhileHeld() async {
      await withCheckedContinuation { caller in
        let isHeld = state.withLock { state in
          if state.isHeld { state.held.append(caller) }
          return state.isHeld
        }
        if !isHeld { caller.resume() }
      }
    }

    var machine: ValidatedAnswers.Machine {
      ValidatedAnswers.Machine(
        token: { _ in
          let token = self.state.withLock { state -> AnswerToken? in
            state.tokensRead += 1
            guard state.tellsTokens, !state.isAway else { return nil }
            return AnswerToken(state.session, Int64(state.value))
          }
          await self.waitWhileHeld()
          if self.state.withLock({ $0.hangs }) { throw Hung() }
          return token
        }, isAway: { self.state.withLock { $0.isAway } }, pause: { _ in await Task.yield() },
        now: { self.state.withLock { $0.now } })
    }

    func make(validFor: Int64 = .max) async throws -> KeptAnswer {
      let (value, isAway) = state.withLock { state in
        state.made += 1
        return (state.value, state.isAway)
      }
      await waitWhileHeld()
      guard !isAway else { throw Problem(.serviceUnavailable, "away", "Come back later.") }
      var body = CachedBody(Array("\(value)".utf8), tag: "tag-\(value)")
      body.validFor = validFor
      body.note = "note"
      return KeptAnswer(body, in: nil, vary: [])
    }

    func waitUntilHeld(_ count: Int) async { while heldCount < count { await Task.yield() } }
  }

  private struct Hung: Error {}

  private struct Told: Equatable {
    var status = 200
    var text = ""
    var cacheStatus: ResponseNote.CacheStatus?
    var age: String?
  }

  private static func ask(
    _ answers: ValidatedAnswers, _ database: Database, _ question: String = "home",
    _ fields: KeyValuePairs<String, String> = [:], validFor: Int64 = .max,
    isLasting: Bool = false
  ) async throws -> Told {
    let request = try Request(.get, "/", fields: fields)
    let (response, _) = try await answers.response(
      to: request, AnswerQuestion(question), isLasting: isLasting
    ) { try await database.make(validFor: validFor) }
    var told = Told(status: response.status.code, cacheStatus: response.note.cacheStatus)
    if case .bytes(let bytes) = response.content {
      told.text = String(decoding: bytes, as: UTF8.self)
    }
    told.age = response.fields.first { $0.name == "Age" }?.value
    return told
  }

  @Test("An answer is kept while nothing changes, and made anew after a write")
  func kept() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    #expect(try await Self.ask(answers, database) == Told(text: "1", cacheStatus: .miss))
    #expect(try await Self.ask(answers, database) == Told(text: "1", cacheStatus: .hit))
    database.write()
    #expect(try await Self.ask(answers, database) == Told(text: "2", cacheStatus: .miss))
    #expect(try await Self.ask(answers, database, "list").cacheStatus == .miss)
    #expect(database.made == 3)
    #expect(answers.takeUsage().validations == 4)
  }

  @Test("What leaves no mark is seen after 750 ms, or sooner where an answer says so")
  func validity() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    _ = try await Self.ask(answers, database)
    _ = try await Self.ask(answers, database, "changes", validFor: 250_000)
    database.pass(milliseconds: 249)
    #expect(try await Self.ask(answers, database, "changes").cacheStatus == .hit)
    database.pass(milliseconds: 1)
    #expect(try await Self.ask(answers, database, "changes").cacheStatus == .miss)
    database.pass(milliseconds: 499)
    #expect(try await Self.ask(answers, database).cacheStatus == .hit)
    database.pass(milliseconds: 1)
    #expect(try await Self.ask(answers, database).cacheStatus == .miss)
  }

  @Test("Requests that come while a token is read share the next read and one answer")
  func sharing() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    database.hold()
    async let first = Self.ask(answers, database)
    await database.waitUntilHeld(1)
    database.write()
    let others = (0..<50).map { _ in Task { try await Self.ask(answers, database) } }
    while answers.waitingCount < 50 { await Task.yield() }
    database.release()
    // It came before the write, and may get either.
    #expect(["1", "2"].contains(try await first.text))
    for other in others { #expect(try await other.value.text == "2") }
    #expect(database.tokensRead == 2)
    #expect(database.made == 2)
  }

  @Test("A client that has the answer in memory gets 304 without its content")
  func conditions() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    _ = try await Self.ask(answers, database)
    let fields: KeyValuePairs = ["If-None-Match": "\"tag-1\""]
    let same = try await Self.ask(answers, database, "home", fields)
    #expect(same == Told(status: 304, cacheStatus: .hit))
    database.write()
    #expect(try await Self.ask(answers, database, "home", fields).text == "2")
  }

  @Test("A new session of the database proves no earlier answer, though the numbers are the same")
  func sessions() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    _ = try await Self.ask(answers, database)
    database.restart()
    #expect(try await Self.ask(answers, database, "list").cacheStatus == .miss)
    #expect(try await Self.ask(answers, database).cacheStatus == .miss)
  }

  @Test("While the database is away, an answer that is recent enough is given with its age")
  func stale() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine, staleSeconds: 30)
    _ = try await Self.ask(answers, database)
    database.goAway()
    database.pass(milliseconds: 30_000)
    #expect(
      try await Self.ask(answers, database) == Told(text: "1", cacheStatus: .stale, age: "30"))
    await #expect(throws: Problem.self) { try await Self.ask(answers, database, "list") }
    database.pass(milliseconds: 1)
    await #expect(throws: Problem.self) { try await Self.ask(answers, database) }
    database.goAway(false)
    #expect(try await Self.ask(answers, database).age == nil)
  }

  @Test("What was not found any more does not come back while the database is away")
  func gone() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine, staleSeconds: 30)
    _ = try await Self.ask(answers, database)
    database.write()
    await #expect(throws: Problem.self) {
      try await answers.response(
        to: try Request(.get, "/"), AnswerQuestion("home"), isLasting: false
      ) { throw Problem(.notFound, "not_found", "It was removed.") }
    }
    database.goAway()
    await #expect(throws: Problem.self) { try await Self.ask(answers, database) }
  }

  @Test("Answers are new while only the token is not told, also where old ones are allowed")
  func noToken() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine, staleSeconds: 30)
    _ = try await Self.ask(answers, database)
    database.tellNoTokens()
    database.write()
    #expect(try await Self.ask(answers, database) == Told(text: "2", cacheStatus: .miss))
  }

  @Test("After a read of the token that hangs, the token is not asked for during a second")
  func hungToken() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    database.hang()
    #expect(try await Self.ask(answers, database).text == "1")
    database.write()
    database.pass(milliseconds: 999)
    #expect(try await Self.ask(answers, database).text == "2")
    #expect(database.tokensRead == 1)
    database.pass(milliseconds: 1)
    _ = try await Self.ask(answers, database)
    #expect(database.tokensRead == 2)
  }

  @Test(
    "An answer that cannot be made although the token is told may be given from memory",
    arguments: [false, true])
  func failedMaking(afterRestart: Bool) async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine, staleSeconds: 30)
    _ = try await Self.ask(answers, database)
    database.write()
    if afterRestart { database.restart() }
    let unavailable = Problem(.serviceUnavailable, "away", "Come back later.")
    let (response, _) = try await answers.response(
      to: try Request(.get, "/"), AnswerQuestion("home"), isLasting: false
    ) { throw unavailable }
    #expect(response.note.cacheStatus == .stale)
  }

  @Test("Nothing is given from memory while the database is away, unless the operator allows it")
  func away() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    _ = try await Self.ask(answers, database)
    database.goAway()
    await #expect(throws: Problem.self) { try await Self.ask(answers, database) }
  }

  @Test("When the database comes back, all who have waited for it share one making")
  func noHerd() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    database.goAway()
    database.hold()
    let early = Task { try? await Self.ask(answers, database) }
    await database.waitUntilHeld(1)
    let waiting = (0..<200).map { _ in Task { try? await Self.ask(answers, database) } }
    while answers.waitingCount < 200 { await Task.yield() }
    database.goAway(false)
    database.release()
    _ = await early.value
    for task in waiting { #expect(await task.value?.text == "1") }
    // That of the request before them, and theirs.
    #expect(database.made <= 2)
  }

  @Test("A failure is told to all who wait for it, and is not kept")
  func failures() async throws {
    let (database, gate) = (Database(), Gate())
    let answers = ValidatedAnswers(database.machine)
    let fail = { @Sendable () async throws in
      let request = try Request(.get, "/")
      _ = try await answers.response(to: request, AnswerQuestion("home"), isLasting: false) {
        _ = try await database.make()
        await gate.pass()
        throw Problem(.serviceUnavailable, "away", "Come back later.")
      }
    }
    let first = Task { try await fail() }
    await gate.waitForOne()
    let others = (0..<20).map { _ in Task { try await fail() } }
    while answers.waitingCount < others.count { await Task.yield() }
    gate.open()
    for task in [first] + others {
      await #expect(throws: Problem.self) { try await task.value }
    }
    #expect(database.made == 1)
    #expect(try await Self.ask(answers, database).text == "1")
  }

  @Test("A request that is cancelled leaves the answer to the others that wait for it")
  func cancellation() async throws {
    let (database, gate) = (Database(), Gate())
    let answers = ValidatedAnswers(database.machine)
    let make = { @Sendable () async throws -> KeptAnswer in
      await gate.pass()
      try Task.checkCancellation()
      return try await database.make()
    }
    let ask = { @Sendable () async throws -> String in
      let request = try Request(.get, "/")
      let (response, _) = try await answers.response(
        to: request, AnswerQuestion("home"), isLasting: false, make)
      guard case .bytes(let bytes) = response.content else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
    let first = Task { try await ask() }
    await gate.waitForOne()
    let second = Task { try await ask() }
    while answers.waitingCount < 1 { await Task.yield() }
    first.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(try await second.value == "1")
  }

  @Test("All answers together take sixteen megabytes at most, and more than half of them is used")
  func bound() async throws {
    let answers = ValidatedAnswers(Database().machine)
    let body = CachedBody([UInt8](repeating: 0, count: 3 << 20), tag: nil)
    for number in 1...12 {
      _ = try await answers.response(
        to: try Request(.get, "/"), AnswerQuestion("page \(number)"), isLasting: false
      ) { KeptAnswer(body, in: nil, vary: []) }
      #expect(answers.takeUsage().bytes <= 16 << 20)
    }
    #expect(answers.takeUsage().bytes > 8 << 20)
  }

  @Test("What never changes is made once, without a token")
  func lasting() async throws {
    let database = Database()
    let answers = ValidatedAnswers(database.machine)
    for _ in 0..<3 { _ = try await Self.ask(answers, database, "docs", isLasting: true) }
    #expect(database.made == 1)
    #expect(database.tokensRead == 0)
  }
}

/// Holds callers until it is opened.
final class Gate: Sendable {
  private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  func pass() async {
    await withCheckedContinuation { caller in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(caller) }
        return state.isOpen
      }
      if isOpen { caller.resume() }
    }
  }

  func waitForOne() async {
    while state.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for caller in waiting { caller.resume() }
  }
}
