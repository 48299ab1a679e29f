/// Requests without a connection, for tests of handlers.
extension Request {
  /// A request as a client would send it: it goes through the parser, so that it cannot be one that
  /// no connection could bring.
  ///
  /// Host is `localhost` and Content-Length is added, unless `fields` has them.
  /// - Throws: why the parser refuses it, or `.endedEarly` when the parts do not make one head.
  public init(
    _ method: Method, _ target: String, fields: KeyValuePairs<String, String> = [:],
    body: [UInt8] = [], id: String = ""
  ) throws(ParseError) {
    let names = fields.map { $0.key.lowercased() }
    var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
    if !names.contains("host") { text += "Host: localhost\r\n" }
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    if !body.isEmpty, !names.contains("content-length"), !names.contains("transfer-encoding") {
      text += "Content-Length: \(body.count)\r\n"
    }
    let bytes = [UInt8]((text + "\r\n").utf8)
    let head = try Self.head(bytes)
    let source = body.isEmpty ? nil : InMemoryBody(body)
    let length = head.fields.contains("transfer-encoding") ? nil : body.count
    self.init(head: head, body: RequestBody(length: length, source: source), id: id)
  }

  private static func head(_ bytes: [UInt8]) throws(ParseError) -> RequestHead {
    var parser = RequestParser()
    var outcome = Result<ParseProgress, ParseError>.success(.needMore)
    bytes.withUnsafeBytes { bytes in
      outcome = Result { () throws(ParseError) in try parser.parse(bytes) }
    }
    guard case .complete(let head, _, let consumed) = try outcome.get(), consumed == bytes.count
    else { throw .endedEarly }
    return head
  }
}

/// A body that is already here.
private final class InMemoryBody: BodySource, @unchecked Sendable {
  // Unchecked: a body has one reader, which awaits each piece before it asks for the next.
  private var bytes: [UInt8]?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func next() async throws(BodyError) -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}
