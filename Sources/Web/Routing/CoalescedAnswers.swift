package import HTTP
import Synchronization

/// Makes one answer for several requests that ask the same question at the same time.
///
/// When many people open an app at once, it asks for the same first page. The database is asked
/// once, and one answer is written, for all requests that came before it was begun. A later request
/// may follow a write that this answer misses, so it waits for the next one, which the first such
/// request makes for all. A question contains everything that its answer depends on, in a type of
/// the route's own.
package final class CoalescedAnswers<Question: Hashable & Sendable>: Sendable {
  /// The role of a request: it makes the answer, or gets it.
  private enum Turn: Sendable {
    /// To make the answer, and to hand it to ``end(_:of:for:)``.
    case make
    case outcome(Result<CachedBody, any Error>)
  }

  private typealias Caller = CheckedContinuation<Turn, Never>

  /// An answer that is being made.
  private struct Flight {
    /// The requests that get it.
    var waiters: [Caller] = []
    /// The requests that came too late for it.
    var waiting: [Caller] = []

    var isEmpty: Bool { waiters.isEmpty && waiting.isEmpty }
  }

  private let flights = Mutex<[Question: Flight]>([:])

  package init() {}

  /// The result of `make`, or of another request with an equal question that begins after this
  /// call.
  ///
  /// - Throws: what `make` throws, also to those who wait for it, unless its request was cancelled.
  package func callAsFunction(
    _ question: Question, _ make: () async throws -> CachedBody
  ) async throws -> CachedBody {
    if !begin(question), case .outcome(let outcome) = await turn(for: question) {
      var rendered = try outcome.get()
      rendered.wasShared = true
      return rendered
    }
    let outcome: Result<CachedBody, any Error>
    do {
      outcome = .success(try await make())
    } catch {
      outcome = .failure(error)
    }
    end(outcome, of: question, for: Self.audience(of: outcome))
    var rendered = try outcome.get()
    rendered.wasShared = false
    return rendered
  }

  private func turn(for question: Question) async -> Turn {
    await withCheckedContinuation { caller in
      // Looked at again: the one under way may have ended meanwhile.
      let isFirst = flights.withLock { flights in
        if Self.begin(question, &flights) { return true }
        flights[question]?.waiting.append(caller)
        return false
      }
      if isFirst { caller.resume(returning: .make) }
    }
  }

  /// Requests that wait for another request's answer.
  package var waitingCount: Int {
    flights.withLock { $0.values.reduce(0) { $0 + $1.waiters.count + $1.waiting.count } }
  }

  private func begin(_ question: Question) -> Bool {
    flights.withLock { Self.begin(question, &$0) }
  }

  /// Whether nothing of it was under way; now it is.
  private static func begin(_ question: Question, _ flights: inout [Question: Flight]) -> Bool {
    begin(&flights[question])
  }

  /// One place in the table, which is found once.
  private static func begin(_ flight: inout Flight?) -> Bool {
    guard flight == nil else { return false }
    flight = Flight()
    return true
  }

  /// The requests that may get an answer besides the one that made it.
  private enum Audience { case none, waiters, all }

  /// A refusal for want of the database cannot be older than who came later, who would otherwise
  /// wait for the same once more; and that a request was cancelled concerns no other request.
  private static func audience(of outcome: Result<CachedBody, any Error>) -> Audience {
    guard case .failure(let error) = outcome else { return .waiters }
    if Task.isCancelled { return .none }
    return Problem(of: error).status == .serviceUnavailable ? .all : .waiters
  }

  /// Gives the answer to those for whom it counts, and lets the first of the others make the next
  /// one.
  private func end(
    _ outcome: Result<CachedBody, any Error>, of question: Question, for audience: Audience
  ) {
    let (served, next) = flights.withLock { flights -> ([Caller], Caller?) in
      guard let index = flights.index(forKey: question) else { return ([], nil) }
      let flight = flights.values[index]
      guard !flight.isEmpty else {
        flights.remove(at: index)
        return ([], nil)
      }
      var served: [Caller] = []
      var others: [Caller] = []
      switch audience {
      case .none: others = flight.waiters + flight.waiting
      case .waiters: (served, others) = (flight.waiters, flight.waiting)
      case .all: served = flight.waiters + flight.waiting
      }
      flights[question] = others.isEmpty ? nil : Flight(waiters: Array(others.dropFirst()))
      return (served, others.first)
    }
    for waiter in served { waiter.resume(returning: .outcome(outcome)) }
    next?.resume(returning: .make)
  }
}

/// JSON that is written, with its tag.
package struct CachedBody: Sendable {
  package let bytes: [UInt8]
  /// The opaque part of its entity tag.
  package let tag: String
  /// The snapshot of a list, for clients that carry it from page to page.
  package var anchor: String?
  /// The search and its result, if it is to be counted.
  package var searched: String?
  /// See ``ResponseNote/wasShared``.
  package var wasShared: Bool?

  /// With a tag that is known.
  package init(_ bytes: [UInt8], tag: String) {
    self.bytes = bytes
    self.tag = tag
  }
}

extension CachedBody {
  /// Its tag for clients.
  package var field: ResponseField {
    ResponseField("ETag", "\"\(tag)\"")
  }
}

extension Request {
  /// JSON in this language with its tag and one more field, or 304 for a client that has it.
  ///
  /// - Throws: 412 for a condition that fails.
  package func answer(
    _ rendered: CachedBody, _ field: ResponseField, in language: Language
  ) throws(Problem) -> Response {
    try answer(rendered, fields: [rendered.field, field] + language.fields)
  }

  /// JSON with its tag and one more field, or 304 for a client that has it.
  ///
  /// - Throws: 412 for a condition that fails.
  package func answer(_ rendered: CachedBody, _ field: ResponseField) throws(Problem) -> Response {
    try answer(rendered, fields: [rendered.field, field])
  }

  /// JSON with its tag and more fields, or 304 for a client that has it.
  ///
  /// - Throws: 412 for a condition that fails.
  package func answer(_ rendered: CachedBody, _ fields: [ResponseField]) throws(Problem) -> Response
  {
    try answer(rendered, fields: [rendered.field] + fields)
  }

  /// XML with its tag, or 304 for a client that has it.
  ///
  /// - Throws: 412 for a condition that fails.
  package func document(_ rendered: CachedBody) throws(Problem) -> Response {
    try answer(
      rendered, as: "application/xml", fields: [rendered.field, .noCache])
  }

  /// A page in this language with its tag, or 304 for a client that has it.
  ///
  /// - Throws: 412 for a condition that fails.
  package func page(_ rendered: CachedBody, in language: Language) throws(Problem) -> Response {
    try answer(
      rendered, as: "text/html; charset=utf-8",
      fields: [rendered.field, .noCache] + language.fields)
  }

  private func answer(
    _ rendered: CachedBody, as contentType: StaticString = "application/json",
    fields: [ResponseField]
  ) throws(Problem) -> Response {
    var response = try conditional(
      Response(.ok, contentType: contentType, fields: fields, content: .bytes(rendered.bytes)),
      tag: rendered.tag)
    response.note.wasShared = rendered.wasShared
    return response
  }
}
