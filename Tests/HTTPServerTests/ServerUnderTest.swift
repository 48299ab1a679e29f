import EventLoop
import HTTP
import HTTPServer
import Synchronization

/// A running server on a free port, and the events that it reported.
final class ServerUnderTest: Sendable {
  let server: Server
  /// It lives as long as the tests: on Linux, Dispatch sources that come and go on several queues
  /// run into a defect of libdispatch (issue 949).
  static let loop = Result { try EventLoop(label: "server") }
  private let seen: SeenEvents

  /// Starts, hands a client's port to `body`, and stops again.
  static func run(
    _ adjust: (inout ServerConfiguration) -> Void = { _ in },
    on loop: EventLoop? = nil,
    handler: @escaping Handler = TestRoutes.answer, inherited: ListeningSocket? = nil,
    _ body: (ServerUnderTest) async throws -> Void
  ) async throws {
    var configuration = ServerConfiguration(address: .tcp(host: "127.0.0.1", port: 0))
    adjust(&configuration)
    let running = try ServerUnderTest(
      configuration, try loop ?? Self.loop.get(), handler, inherited)
    try await running.server.start()
    try await body(running)
    _ = await running.server.drain(delay: .zero, deadline: .zero)
  }

  private init(
    _ configuration: ServerConfiguration, _ loop: EventLoop, _ handler: @escaping Handler,
    _ inherited: ListeningSocket?
  ) throws {
    let seen = SeenEvents()
    self.seen = seen
    server = try Server(
      configuration, inherited: inherited, on: loop, handler: handler,
      refusal: { error, refused in
        Response(error.status, fields: [ResponseField("Path", refused.path)])
      },
      observe: { seen.append($0) })
  }

  var port: Int { server.address.port ?? 0 }
  var events: [ServerEvent] { seen.all }

  /// Sends bytes on a fresh connection and returns everything until the server closes.
  func exchange(_ text: String) async throws -> String? {
    let client = RawClient(port: port)
    client.send(text)
    return try await client.readToEnd()
  }
}

final class SeenEvents: Sendable {
  private let events = Mutex<[ServerEvent]>([])
  var all: [ServerEvent] { events.withLock { $0 } }
  func append(_ event: ServerEvent) { events.withLock { $0.append(event) } }
}

/// Holds requests to `/gate` until a test lets them go.
actor Gate {
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    watchers.forEach { $0.resume() }
    watchers = []
    await withCheckedContinuation { held.append($0) }
  }

  /// Returns when a request is held.
  func reached() async {
    if held.isEmpty { await withCheckedContinuation { watchers.append($0) } }
  }

  func open() {
    held.forEach { $0.resume() }
    held = []
  }

  /// A handler that answers `gate` when the gate is opened.
  nonisolated var handler: Handler {
    { request in
      guard request.target.path == "/gate" else { return await TestRoutes.answer(request) }
      await self.pass()
      return TestRoutes.text("gate")
    }
  }
}

/// Handlers that show one behaviour each.
enum TestRoutes {
  static let largeBytes = 3 << 20

  static let answer: Handler = { request in
    switch request.target.path {
    case "/hello": text("hello")
    case "/echo": await echo(request)
    case "/ignore": text("ignored")
    case "/refuse": Response(.unauthorized)
    case "/stream": Response(.ok, content: .stream(length: nil, Pieces(count: 3)))
    case "/fixed": Response(.ok, content: .stream(length: 18, Pieces(count: 3)))
    case "/short": Response(.ok, content: .stream(length: 99, Pieces(count: 3)))
    case "/large": text(String(repeating: "x", count: TestRoutes.largeBytes))
    // More than the system takes into its own buffers.
    case "/huge": Response(.ok, content: .bytes([UInt8](repeating: 0x78, count: 32 << 20)))
    case "/split": Response(.ok, fields: [ResponseField("X-A", "b\r\nX-Evil: 1")])
    case "/slow": await slow()
    default: Response(.notFound)
    }
  }

  static func text(_ content: String) -> Response {
    Response(.ok, contentType: "text/plain", content: .bytes(Array(content.utf8)))
  }

  private static func echo(_ request: Request) async -> Response {
    do {
      return Response(.ok, content: .bytes(try await request.body.collect(upTo: 1 << 20)))
    } catch {
      return Response(.contentTooLarge)
    }
  }

  private static func slow() async -> Response {
    try? await Task.sleep(for: .milliseconds(300))
    return text("slow")
  }
}

/// Yields so many pieces of six bytes.
actor Pieces: ContentProducer {
  private var left: Int
  init(count: Int) { left = count }
  func next() async throws -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    return Array("piece\n".utf8)
  }
}
