import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A proxy of the distribution in front of a server of ours, as lenient as it can be told to be.
///
/// `@unchecked` because `Process` is not marked: it is started in the initialiser, and later only
/// asked and ended.
final class Proxy: @unchecked Sendable {
  enum Kind: String, CaseIterable, Sendable { case nginx, haproxy }

  let kind: Kind
  private let directory: URL
  private let process = Process()
  private let logFile: URL

  /// Where clients connect.
  var socketPath: String { directory.appending(path: "socket").path }

  init(_ kind: Kind, upstreamPort: Int) throws {
    self.kind = kind
    directory = URL(filePath: "/tmp/moa-proxy-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    logFile = directory.appending(path: "log")
    _ = FileManager.default.createFile(atPath: logFile.path, contents: nil)
    let file = directory.appending(path: "configuration")
    let text =
      kind == .nginx
      ? Self.nginx(directory.path, upstreamPort) : Self.haproxy(directory.path, upstreamPort)
    try Data(text.utf8).write(to: file)
    process.executableURL = URL(filePath: try Self.tool(kind))
    process.arguments =
      kind == .nginx ? ["-e", "stderr", "-c", file.path] : ["-db", "-f", file.path]
    process.standardInput = FileHandle.nullDevice
    // HAProxy logs to its output, nginx to the file itself.
    process.standardOutput = try FileHandle(forWritingTo: logFile)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  /// A missing tool is a failure and never a skipped test.
  private static func tool(_ kind: Kind) throws -> String {
    let places = ["/usr/sbin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"]
    return try #require(
      places.map { $0 + kind.rawValue }.first { FileManager.default.isExecutableFile(atPath: $0) },
      "\(kind) is missing: .ci/install check")
  }

  /// What the proxy says that it has done, each request in a line: `moa`, its id, the id in our
  /// answer, to whom it was forwarded.
  func log() throws -> [Ledger.Line] {
    let text = String(decoding: try Data(contentsOf: logFile), as: UTF8.self)
    // The last line may not be whole yet.
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .compactMap { line in
        let words = line.split(separator: " ")
        guard words.count >= 4, words[0] == "moa" else { return nil }
        return Ledger.Line(
          id: String(words[1]), wasForwarded: words[3] != "-" && words[3] != "<NOSRV>",
          answeredAs: words[2] == "-" ? nil : String(words[2]))
      }
  }

  private static func nginx(_ place: String, _ port: Int) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(place)/\($0);" }.joined(separator: " ")
    return """
      \(geteuid() == 0 ? "user root;" : "") daemon off; master_process off; pid \(place)/pid;
      error_log stderr crit;
      events {}
      http {
        \(temporary)
        log_format counted 'moa $request_id $upstream_http_x_request_id $upstream_addr $status';
        access_log \(place)/log counted;
        upstream us { server 127.0.0.1:\(port); keepalive 16; keepalive_timeout 5s; }
        server {
          listen unix:\(place)/socket default_server;
          ignore_invalid_headers off; underscores_in_headers on; merge_slashes off;
          client_header_timeout 500ms; client_body_timeout 500ms; keepalive_timeout 500ms;
          lingering_close off; client_max_body_size 100m; large_client_header_buffers 8 128k;
          location / {
            proxy_pass http://us; proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header Host $http_host; proxy_pass_request_headers on;
            proxy_set_header X-Request-Id $request_id;
            proxy_request_buffering off; proxy_next_upstream off;
          }
        }
      }
      """
  }

  /// One thread: of two that write a line at once, one drops its line (`fd_write_frag_line`).
  private static func haproxy(_ place: String, _ port: Int) -> String {
    """
    global
      nbthread 1
      log stdout format raw local0
      tune.bufsize 131072
    defaults
      mode http
      log global
      log-format "moa %ID %[var(txn.answer)] %s %ts %ST"
      timeout connect 5s
      timeout server 10s
      timeout client 500ms
      timeout http-request 500ms
      timeout http-keep-alive 500ms
    frontend clients
      bind unix@\(place)/socket
      option accept-invalid-http-request
      unique-id-format %[uuid()]
      http-request set-header X-Request-Id %[unique-id]
      http-response set-var(txn.answer) res.hdr(X-Request-Id)
      default_backend us
    backend us
      http-reuse always
      server moa 127.0.0.1:\(port)

    """
  }
}
