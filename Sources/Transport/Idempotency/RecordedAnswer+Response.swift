import HTTP
import UseCases

extension RecordedAnswer {
  /// The answer without the fields that all answers share, which are added again.
  ///
  /// - Throws: `bug` for an answer that could not be given again.
  init(_ response: Response) throws(Failure) {
    let bytes: [UInt8]
    switch response.content {
    case .none: bytes = []
    case .bytes(let content): bytes = content
    case .stream: throw .bug("a stream cannot be recorded")
    }
    self.init(
      status: response.status.code, contentType: response.contentType.map { "\($0)" },
      fields: response.fields.map { Field($0.name, $0.value) }, body: bytes)
    // Seen now, by the author of the route, and not by the client that repeats a request.
    _ = try Response(self)
  }
}

extension Response {
  /// The fields of answers to writes.
  private static let statuses: [Status] = [.ok, .created, .accepted, .noContent]
  private static let contentTypes: [StaticString] = [
    "application/json", "text/plain", "text/plain; charset=utf-8",
  ]

  /// - Throws: `bug` for a status or content type that no write answers with.
  init(_ recorded: RecordedAnswer) throws(Failure) {
    guard let status = Self.statuses.first(where: { $0.code == recorded.status }) else {
      throw .bug("status \(recorded.status) cannot be answered again")
    }
    var contentType: StaticString?
    if let recorded = recorded.contentType {
      contentType = Self.contentTypes.first { "\($0)" == recorded }
      guard contentType != nil else { throw .bug("\(recorded) cannot be answered again") }
    }
    self.init(
      status, contentType: contentType,
      fields: recorded.fields.map { ResponseField($0.name, $0.value) },
      content: recorded.body.isEmpty ? .none : .bytes(recorded.body))
  }
}
