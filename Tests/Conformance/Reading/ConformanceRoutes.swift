package import HTTP

/// The resources that the cases of the corpus talk to.
package enum ConformanceRoutes {
  package static let answer: Handler = { request in
    guard request.method != .trace else { return notAllowed("GET, HEAD, POST") }
    if request.target.path.hasPrefix("/show") { return show(request) }
    switch (request.target.path, request.method) {
    case ("/hello", .get), ("/hello", .head): return text("hello")
    case ("/hello", .options), ("*", .options):
      return Response(.noContent, fields: [ResponseField("Allow", "GET, HEAD, OPTIONS")])
    case ("/hello", _): return notAllowed("GET, HEAD, OPTIONS")
    case ("/echo", _): return await echo(request)
    case ("/unread", _): return text("unread")
    case ("/secret", _): return Response(.unauthorized)
    case ("/field", _): return text(request.fields.values(of: "X").joined(separator: "|"))
    case ("/stream", _): return Response(.ok, content: .stream(length: nil, ThreePieces()))
    case ("/nothing", _): return Response(.noContent)
    default: return Response(.notFound)
    }
  }

  private static func text(_ content: String) -> Response {
    // A field of a request may be obs-text, which is answered as the bytes of its UTF-8.
    Response(.ok, contentType: "text/plain", content: .bytes(Array(content.utf8)))
  }

  private static func notAllowed(_ methods: String) -> Response {
    Response(.methodNotAllowed, fields: [ResponseField("Allow", methods)])
  }

  /// How the request was understood.
  private static func show(_ request: Request) -> Response {
    let query = request.target.rawQuery.map { " ?\($0)" } ?? ""
    let path = request.target.path
    return text("\(request.method.rawValue) \(path)\(query) @\(request.head.authority ?? "-")")
  }

  private static func echo(_ request: Request) async -> Response {
    do {
      return Response(.ok, content: .bytes(try await request.body.collect(upTo: 1 << 20)))
    } catch {
      return Response(.contentTooLarge)
    }
  }
}

private actor ThreePieces: ContentProducer {
  private var left = 3

  func next() async throws -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    return Array("piece".utf8)
  }
}
