/// The request that the current task answers, for what is logged and measured because of it.
///
/// A server binds one to each of its tasks, which answer one request after another, and says in it
/// which one that is: binding a value for each request would cost a fiftieth of what a small answer
/// costs. So a task that may outlive the request must not inherit it: use `Task.detached`.
///
/// Changed only between two requests of the task, which `@unchecked Sendable` relies on.
public final class OngoingRequest: @unchecked Sendable {
  /// That of the current task; nil outside of requests.
  @TaskLocal public static var current: OngoingRequest?

  /// As it stands in `X-Request-Id`.
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
