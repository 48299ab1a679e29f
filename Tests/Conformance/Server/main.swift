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
// pointed at. `/livez` answers a small text, `/__echo` what it got, `/fixed` and `/fixed8k` content
// from memory, and the rest are the resources of our own corpus. It never goes into a release.
//
// usage: conformance-server [PORT | unix:PATH] [LOOPS] [LIMIT=NUMBER]...
//          [--tls-certificate FILE --tls-key FILE]

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
  return arguments[place + 1]
}

let place = CommandLine.arguments.dropFirst().first ?? "8080"
let loopCount = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 2

let address: ListenAddress =
  place.hasPrefix("unix:")
  ? .unix(path: String(place.dropFirst(5))) : .tcp(host: "127.0.0.1", port: Int(place) ?? 8080)
let alive = Response(
  .ok, contentType: "text/plain; charset=utf-8", content: .octets(Array("ok\n".utf8)))

@Sendable func echo(_ request: Request) async -> Response {
  do {
    let octets = try await request.body.collect(upTo: 1 << 20)
    return Response(.ok, contentType: "application/octet-stream", content: .octets(octets))
  } catch {
    return Response(.contentTooLarge)
  }
}

@Sendable func answer(_ request: Request) async -> Response {
  switch (request.target.path, request.method) {
  case ("/livez", .get), ("/livez", .head), ("/%6Civez", .get): return alive
  case ("/__echo", .post), ("/__echo", .put): return await echo(request)
  case ("/livez", _): return Response(.methodNotAllowed, fields: [.init("Allow", "GET, HEAD")])
  case ("/__echo", _): return Response(.methodNotAllowed, fields: [.init("Allow", "POST, PUT")])
  case (let path, _):
    if let fixed = FixedRoutes.answer(request, path: path) { return fixed }
    if let streamed = await StreamRoutes.answer(request) { return streamed }
    return await ConformanceRoutes.answer(request)
  }
}

let loops = try (0..<loopCount).map { try EventLoop(label: "conformance.\($0)") }
var configuration = ServerConfiguration(address: address)
Adjustments.apply(Array(CommandLine.arguments.dropFirst(3)), to: &configuration)
if let certificate = option("--tls-certificate"), let key = option("--tls-key") {
  configuration.tls = TLSConfiguration(certificateFile: certificate, keyFile: key)
}
let server = try Server(
  configuration, loops: loops, handler: { _ in answer },
  refusal: { error, _ in Response(error.status) }, observe: { _ in })
try await server.start()
print("listening on \(server.url)")
// Into a pipe or a file it would stay in the buffer.
fflush(nil)
while true { try await Task.sleep(for: .seconds(3600)) }
