import HTTP

/// Routes that move much through little memory.
///
/// - `GET /stream?bytes=N` answers N bytes, chunked, or under Content-Length with `length=1`.
/// - `POST /sink?pause=MS` reads a body of any length, waits before each piece, and answers how
///   many bytes came.
/// - `POST /keep?pause=MS` collects a body of at most 16 MiB, waits, and answers its length.
enum StreamRoutes {
  static func answer(_ request: Request) async -> Response? {
    switch (request.target.path, request.method) {
    case ("/stream", .get): stream(request)
    case ("/sink", .post): await sink(request)
    case ("/keep", .post): await keep(request)
    default: nil
    }
  }

  private static func stream(_ request: Request) -> Response {
    let bytes = number("bytes", of: request)
    let length = number("length", of: request) > 0 ? bytes : nil
    return Response(
      .ok, contentType: "application/octet-stream",
      content: .stream(length: length, Zeros(bytes)))
  }

  private static func sink(_ request: Request) async -> Response {
    let pause = number("pause", of: request)
    var count = 0
    do {
      while let piece = try await request.body.next() {
        count += piece.count
        if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
      }
    } catch {
      return Response(.badRequest)
    }
    return text("\(count)\n")
  }

  private static func keep(_ request: Request) async -> Response {
    do {
      let bytes = try await request.body.collect(upTo: 16 << 20)
      try await Task.sleep(for: .milliseconds(number("pause", of: request)))
      return text("\(bytes.count)\n")
    } catch {
      return Response(.contentTooLarge)
    }
  }

  private static func text(_ text: String) -> Response {
    Response(.ok, contentType: "text/plain", content: .bytes(Array(text.utf8)))
  }

  private static func number(_ name: String, of request: Request) -> Int {
    let items = (try? request.target.queryItems()) ?? []
    return items.first { $0.name == name }.flatMap { Int($0.value) } ?? 0
  }
}

/// So many zeros, in pieces that share their memory.
private actor Zeros: ContentProducer {
  private static let piece = [UInt8](repeating: 0, count: 64 * 1024)
  private var left: Int

  init(_ count: Int) { left = max(0, count) }

  func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    let count = min(left, Self.piece.count)
    left -= count
    return count == Self.piece.count ? Self.piece : [UInt8](repeating: 0, count: count)
  }
}
