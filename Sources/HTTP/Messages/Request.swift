/// One request: its head, parsed, and its body, still to be read.
public struct Request: Sendable {
  /// The request line and the fields.
  public let head: RequestHead
  /// The body, still to be read.
  public let body: RequestBody
  /// Unique to this request; the same in the log and in `X-Request-Id`.
  public var id: String
  /// Who asks.
  public let client: Client
  /// Our span in the trace that the caller or this server has begun; nil when neither did.
  public let trace: TraceContext?

  /// Joins the parts.
  public init(
    head: RequestHead, body: RequestBody = .empty, id: String = "", client: Client = .inMemory,
    trace: TraceContext? = nil
  ) {
    self.head = head
    self.body = body
    self.id = id
    self.client = client
    self.trace = trace
  }

  /// The method of the head.
  public var method: Method { head.method }
  /// The target of the head.
  public var target: RequestTarget { head.target }
  /// The fields of the head.
  public var fields: Fields { head.fields }

  /// Whether the host that was asked for, with its optional port, meets the condition: what a
  /// trusted proxy tells counts before the request's own word. False for HTTP/1.0 without either.
  package func isSent(toHost condition: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard let told = client.forwardedHost else { return head.withAuthority(condition) ?? false }
    return told.withBytes(condition)
  }
}

/// The request that the current task answers, for logs and measurements.
///
/// A server binds one to each of its tasks, which answer one request after another, and sets the
/// current request in it: binding a value for each request would cost a fiftieth of a small answer.
/// So a task that may outlive the request must not inherit it: use `Task.detached`.
///
/// Changed only between two requests of the task, which `@unchecked Sendable` relies on.
public final class OngoingRequest: @unchecked Sendable {
  /// That of the current task; nil outside of requests.
  @TaskLocal public static var current: OngoingRequest?

  /// The value of `X-Request-Id`.
  @exclusivity(unchecked) public private(set) var id = ""
  /// The trace that it belongs to.
  @exclusivity(unchecked) public private(set) var trace: TraceContext?

  /// Of no request yet.
  public init() {}

  /// Says that the task answers this request from now on.
  public func begin(_ request: Request) {
    id = request.id
    trace = request.trace
  }
}
