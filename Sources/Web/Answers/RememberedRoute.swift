package import Domain
package import HTTP
import Synchronization

/// All that an answer may depend on which requests share: what tells their questions apart.
///
/// A route sees nothing else of a request. What its endpoint does not declare, it sees as the same
/// for everybody.
package struct AnswerInput: Sendable {
  package let arguments: RouteArguments
  /// The client's choice, or the usual language where the endpoint does not declare
  /// `Accept-Language`.
  package let language: Language
  private let request: Request
  private let endpoint: Endpoint

  init(
    _ request: Request, _ route: RememberedRoute, _ arguments: RouteArguments,
    in language: Language
  ) throws(Problem) {
    var arguments = arguments
    if route.endpoint.queryUse == .declared {
      arguments.query = try route.endpoint.query.values(of: request)
    }
    self.arguments = arguments
    self.language = language
    self.request = request
    endpoint = route.endpoint
  }

  package var path: String { request.target.path }

  /// The origin that the client has asked; see ``Request/origin(configured:)``.
  package func origin(configured: Origin?) -> Origin? { request.origin(configured: configured) }

  /// Whether the host that the client has asked, with its port, meets the condition.
  package func isSent(toHost condition: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    request.isSent(toHost: condition)
  }

  package var isSecure: Bool { request.client.scheme == .https }

  /// Whether a browser asks; false where the endpoint does not declare `Accept`.
  package var wantsPage: Bool { endpoint.fields.contains(.accept) && request.wantsPage }

  /// A cookie; nil where the endpoint does not declare `Cookie`. Such an answer is not kept.
  package func cookie(_ name: String, bytesMax: Int) -> String? {
    endpoint.fields.contains(.cookie) ? request.fields.cookie(name, bytesMax: bytesMax) : nil
  }

  /// For the query of a route that reads it itself.
  package var target: RequestTarget {
    precondition(endpoint.queryUse == .own, "the question may lack the query")
    return request.target
  }
}

/// A route whose answers are remembered.
package struct RememberedRoute: Sendable {
  package typealias Make = @Sendable (AnswerInput) async throws -> CachedBody
  /// Refuses a request, or answers it itself, before any answer is looked for.
  package typealias Admit = @Sendable (Request, RouteArguments) async throws -> Response?
  /// Gets the note of an answer, for each request.
  package typealias Note = @Sendable (String, Request) -> Void

  let endpoint: Endpoint
  /// Among those of its router.
  let number: UInt16
  let vary: [ResponseField]
  /// Whether it depends on nothing that changes while the server runs.
  let isLasting: Bool
  let admit: Admit?
  let make: Make
  let note: Note?

  /// Whether the request has a cookie that may choose the answer.
  func isChosenByCookie(_ request: Request) -> Bool {
    endpoint.fields.contains(.cookie) && request.fields.contains(.cookie)
  }
}

/// The key of an answer: everything that an ``AnswerInput`` shows, as raw bytes.
package struct AnswerQuestion: Hashable, Sendable {
  private let bytes: [UInt8]
  /// Whether it is a page by cursor. There are more of these than are asked for twice.
  let isByCursor: Bool

  /// - Parameter language: its place among those of the router.
  init(_ request: Request, _ route: RememberedRoute, language: Int) {
    let (head, client) = (request.head, request.client)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(192)
    let isPage = route.endpoint.fields.contains(.accept) && request.wantsPage
    bytes += [
      UInt8(truncatingIfNeeded: route.number >> 8), UInt8(truncatingIfNeeded: route.number),
      UInt8(truncatingIfNeeded: language), (isPage ? 1 : 0) | (client.scheme == .https ? 2 : 0),
    ]
    if let host = client.forwardedHost {
      bytes += host.utf8
    } else {
      head.appendAuthority(to: &bytes)
    }
    bytes.append(Self.end)
    head.target.withPath { bytes += $0 }
    let path = bytes.count
    if route.endpoint.queryUse != .ignored { head.appendQuery(to: &bytes) }
    self.init(bytes, queryFrom: path)
  }

  package init(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes, queryFrom: bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count)
  }

  private init(_ bytes: [UInt8], queryFrom start: Int) {
    self.bytes = bytes
    isByCursor = (start..<bytes.count).contains { index in
      bytes[index] == UInt8(ascii: "=") && bytes[..<index].suffix(6).elementsEqual("cursor".utf8)
    }
  }

  /// No byte of a host or of a target.
  private static let end = UInt8(ascii: "\n")

  var cost: Int { bytes.count }

  package func hash(into hasher: inout Hasher) {
    // All at once: an array would be hashed byte by byte.
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// A part of answers to different questions, which a request reads for all that come meanwhile and
/// shortly after.
package final class SharedRead<Value: Sendable>: Sendable {
  private enum Turn: Sendable { case read, told(Result<Value, any Error>) }
  private typealias Caller = UnsafeContinuation<Turn, Never>

  private struct State {
    var known: (value: Value, readAt: Timestamp)?
    /// They wait for the read that is under way; nil without one.
    var waiting: [Caller]?
  }

  private let state = Mutex(State())
  private let validFor: Int64

  /// - Parameter validFor: how old a value may be, in microseconds.
  package init(validFor: Int64) { self.validFor = validFor }

  var waitingCount: Int { state.withLock { $0.waiting?.count ?? 0 } }

  /// The value of this moment, or one that is not too old.
  package func value(
    at now: Timestamp, _ read: () async throws -> Value
  ) async throws -> Value {
    if case .told(let outcome) = await turn(at: now) { return try outcome.get() }
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await read()) } catch { outcome = .failure(error) }
    let value = try? outcome.get()
    // That its request was cancelled concerns no other: one of those reads it then.
    let isOwn = value == nil && Task.isCancelled
    let (heir, callers) = state.withLock { state -> (Caller?, [Caller]) in
      if isOwn, let heir = state.waiting?.popLast() { return (heir, []) }
      if let value { state.known = (value, now) }
      defer { state.waiting = nil }
      return (nil, state.waiting ?? [])
    }
    heir?.resume(returning: .read)
    for caller in callers { caller.resume(returning: .told(outcome)) }
    return try outcome.get()
  }

  private func turn(at now: Timestamp) async -> Turn {
    await withUnsafeContinuation { caller in
      let turn = state.withLock { state -> Turn? in
        if let (value, readAt) = state.known,
          (0..<validFor).contains(now.microseconds - readAt.microseconds)
        {
          return .told(.success(value))
        }
        if state.waiting == nil {
          state.waiting = []
          return .read
        }
        state.waiting?.append(caller)
        return nil
      }
      if let turn { caller.resume(returning: turn) }
    }
  }
}
