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
}
