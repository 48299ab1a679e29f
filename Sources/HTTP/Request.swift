/// One request: its head, parsed, and its body, still to be read.
public struct Request: Sendable {
  public let head: RequestHead
  public let body: RequestBody
  /// Unique to this request; the same in the log and in `X-Request-Id`.
  public var id: String

  public init(head: RequestHead, body: RequestBody = .empty, id: String = "") {
    self.head = head
    self.body = body
    self.id = id
  }

  public var method: Method { head.method }
  public var target: RequestTarget { head.target }
  public var fields: Fields { head.fields }
}
