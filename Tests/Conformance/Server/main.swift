import ConformanceCorpus
import EventLoop
import HTTP
import HTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A server with nothing but the engine: what a corpus of raw requests, or a load generator, is
// pointed at. `/livez` (also `/healthz` and `/`) answers a small text, `/__echo` what it got,
// `/fixed` and `/fixed8k` content from memory, and the rest are the resources of our own corpus. It
// never goes into a release.
//
// usage: conformance-server [PORT | unix:PATH | read] [LIMIT=NUMBER]...
//          [--tls-certificate FILE --tls-key FILE]

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
  return arguments[place + 1]
}

let place = CommandLine.arguments.dropFirst().first ?? "8080"
if place == "read" {
  ReadingMode.run()
  exit(0)
}

let address: ListenAddress =
  place.hasPrefix("unix:")
  ? .unix(path: String(place.dropFirst(5))) : .tcp(host: "127.0.0.1", port: Int(place) ?? 8080)
let guarding = try FieldBlock(validating: [ResponseField("X-Content-Type-Options", "nosniff")])
let alive = guarded(
  Response(.ok, contentType: "text/plain; charset=utf-8", content: .bytes(Array("ok\n".utf8))))
/// Where it answers; `%6C` and `%68` are an `l` and an `h`.
let alivePaths: Set = ["/livez", "/%6Civez", "/healthz", "/%68ealthz", "/"]

/// What every server of ours says, whatever the answer.
@Sendable func guarded(_ response: Response) -> Response {
  var response = response
  if response.shared == nil { response.shared = guarding }
  return response
}

@Sendable func echo(_ request: Request) async -> Response {
  do {
    let bytes = try await request.body.collect(upTo: 1 << 20)
    return Response(.ok, contentType: "application/octet-stream", content: .bytes(bytes))
  } catch {
    return Response(.contentTooLarge)
  }
}

/// OPTIONS names the methods, and any other one is not allowed.
@Sendable func answer(_ method: Method, allowing methods: String) -> Response {
  Response(
    method == .options ? .noContent : .methodNotAllowed, fields: [.init("Allow", methods)])
}

@Sendable func answer(_ request: Request) async -> Response {
  let path = request.target.path
  switch (path, request.method) {
  case ("/livez", .get), ("/livez", .head): return alive
  case ("/__echo", .post), ("/__echo", .put): return guarded(await echo(request))
  case ("/__echo", _): return guarded(answer(request.method, allowing: "POST, PUT, OPTIONS"))
  case (_, let method) where alivePaths.contains(path):
    let isRead = method == .get || method == .head
    return isRead ? alive : guarded(answer(method, allowing: "GET, HEAD, OPTIONS"))
  default:
    if let fixed = FixedRoutes.answer(request, path: path) { return fixed }
    if let streamed = await StreamRoutes.answer(request) { return streamed }
    return guarded(await ConformanceRoutes.answer(request))
  }
}

var configuration = ServerConfiguration(address: address)
Adjustments.apply(Array(CommandLine.arguments.dropFirst(2)), to: &configuration)
if let certificate = option("--tls-certificate"), let key = option("--tls-key") {
  configuration.tls = TLSConfiguration(certificateFile: certificate, keyFile: key)
}
let server = try Server(
  configuration, on: try EventLoop(label: "conformance"), handler: answer,
  refusal: { error, _ in guarded(Response(error.status)) }, observe: { _ in })
try await server.start()
print("listening on \(server.url)")
// Into a pipe or a file it would stay in the buffer.
fflush(nil)
while true { try await Task.sleep(for: .seconds(3600)) }
