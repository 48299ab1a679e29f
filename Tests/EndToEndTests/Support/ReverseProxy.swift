import Foundation
import TLSPeer
import Testing

/// A reverse proxy with the file that we ship, in front of servers of a test.
final class ReverseProxy: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case nginx, haproxy, caddy

    var file: String {
      switch self {
      case .nginx: "deploy/nginx/moa.conf"
      case .haproxy: "deploy/haproxy/haproxy.cfg"
      case .caddy: "deploy/caddy/Caddyfile"
      }
    }
  }

  /// Such as `http://127.0.0.1:8080`.
  let url: String
  let kind: Kind
  private let program: Program
  private let setup: ProxySetup
  /// Of the socket at which HAProxy takes orders.
  var orders: String { setup.orders }

  /// Starts it and returns when it listens.
  ///
  /// - Parameters:
  ///   - servers: their URLs.
  ///   - certificate: it ends TLS with this one, and listens to nothing else.
  ///   - changes: of the file, besides addresses and paths; what is to be replaced must be there.
  init(
    _ kind: Kind, before servers: [String], in directory: URL,
    with certificate: TestCertificate? = nil, changing changes: [String: String] = [:]
  ) async throws {
    let place = try Self.makePlace(in: directory)
    let address = "127.0.0.1:\(try EndToEnd.DeployTests.freePort())"
    let setup = ProxySetup(
      address: address, servers: servers, place: place.path, certificate: certificate)
    let text = try changes.merging(setup.changes(of: kind)) { $1 }
      .reduce(into: Workplace.file(kind.file)) { text, change in
        try #require(text.contains(change.key), "\(kind.file) has no \(change.key)")
        text = text.replacing(change.key, with: change.value)
      }
    self.kind = kind
    url = (certificate == nil ? "http://" : "https://") + address
    self.setup = setup
    program = try setup.start(kind, with: text)
    do { try await waitUntilItListens(at: address) } catch {
      program.signal(SIGKILL)
      throw error
    }
  }

  private static func makePlace(in directory: URL) throws -> URL {
    let place = directory.appendingPathComponent("proxy-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }

  private func waitUntilItListens(at address: String) async throws {
    let port = address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    try await waiting(for: "\(kind)") { () -> Bool? in
      guard program.isRunning else {
        throw EndToEndError.ended(status: try await program.ended(), errors: program.errors)
      }
      return LoopbackSocket(port: port) == nil ? nil : true
    }
  }

  var errors: String { program.errors }

  /// At once; for the end of a test. nginx would leave its workers behind if it were killed.
  func end() { program.signal(kind == .nginx ? SIGTERM : SIGKILL) }

  /// As its service stops it; the exit status.
  func stop() async throws -> Int32 {
    switch kind {
    case .nginx: program.signal(SIGQUIT)
    case .haproxy: program.signal(SIGUSR1)
    case .caddy: program.signal(SIGTERM)
    }
    return try await program.ended()
  }
}

/// What a test changes of the files, and how their programs are started.
struct ProxySetup {
  /// Where it listens, as `host:port`.
  let address: String
  let servers: [String]
  /// A directory of its own.
  let place: String
  let certificate: TestCertificate?

  var orders: String { place + "/orders" }
  /// Where its configuration is.
  var file: String { place + "/configuration" }
  private var unused: String { place + "/unused" }

  /// What is written in the place of what stands in the file.
  func changes(of kind: ReverseProxy.Kind) throws -> [String: String] {
    switch kind {
    case .nginx: nginx
    case .haproxy: try haproxy()
    case .caddy: caddy
    }
  }

  private func servers(_ line: (_ number: Int, _ address: String) -> String) -> String {
    servers.enumerated().map { line($0, $1.replacing("http://", with: "")) }.joined(separator: "\n")
  }

  private var nginx: [String: String] {
    var changes = [
      "server 127.0.0.1:8080 fail_timeout=2s;": servers { "server \($1) fail_timeout=2s;" },
      "listen 80 default_server;": "listen unix:\(unused)4 default_server;",
      // Not every machine that runs the tests has IPv6.
      "listen [::]:80 default_server;": "listen unix:\(unused)6 default_server;",
      "/var/lib/nginx/moa": place + "/cache",
      "allow 127.0.0.0/8;": "allow 127.0.0.1;",
    ]
    guard let certificate else {
      changes["listen 80 default_server;"] = "listen \(address) default_server;"
      return changes
    }
    changes["#listen 443 ssl"] = "listen \(address) ssl"
    changes["#ssl_certificate     /etc/ssl/moa/fullchain.pem"] =
      "ssl_certificate \(certificate.certificateFile)"
    changes["#ssl_certificate_key /etc/ssl/moa/key.pem"] =
      "ssl_certificate_key \(certificate.keyFile)"
    return changes
  }

  private func haproxy() throws -> [String: String] {
    var changes = [
      "  server a 127.0.0.1:8080": servers { number, address in
        "  server \(Self.name(number)) \(address.replacing("unix:", with: "unix@"))"
      },
      "bind :80\n": "bind unix@\(unused)4\n",
      "bind :::80 v6only": "bind unix@\(unused)6",
      "/run/haproxy/admin.sock mode": orders + " mode",
      "/dev/log local0": "stderr format raw local0",
      // Who runs the tests need not be root.
      "  chroot /var/lib/haproxy\n  user haproxy\n  group haproxy\n": "",
      "src 127.0.0.0/8": "src 127.0.0.1",
    ]
    guard let certificate else {
      changes["bind :80\n"] = "bind \(address)\n"
      return changes
    }
    let both = try [certificate.certificateFile, certificate.keyFile]
      .map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    try both.write(toFile: place + "/both.pem", atomically: true, encoding: .utf8)
    changes["#bind :443 ssl crt /etc/haproxy/moa.pem"] = "bind \(address) ssl crt \(place)/both.pem"
    return changes
  }

  /// What our file calls a server: a, b, c.
  static func name(_ number: Int) -> String { String("abcdefgh".dropFirst(number).prefix(1)) }

  private var caddy: [String: String] {
    let site =
      certificate.map {
        "https://\(address) {\n\ttls \($0.certificateFile) \($0.keyFile)"
      } ?? ":\(address.split(separator: ":").last ?? "") {"
    return [
      "to {$SHOP_SERVERS:127.0.0.1:8080}": "to "
        + servers { " \($1.replacing("unix:", with: "unix/"))" }.replacing("\n", with: ""),
      "\n{\n\tservers": "\n{\n\tadmin off\n\tauto_https disable_redirects\n\tservers",
      "\n{$SHOP_SITE::80} {": "\n\(site)\n\tbind 127.0.0.1",
      "remote_ip 127.0.0.0/8": "remote_ip 127.0.0.1/32",
    ]
  }

  func start(_ kind: ReverseProxy.Kind, with text: String) throws -> Program {
    try (kind == .nginx ? nginxFrame(around: text) : text)
      .write(toFile: file, atomically: true, encoding: .utf8)
    let (arguments, package): ([String], String) =
      switch kind {
      case .nginx: (["-e", "stderr", "-c", file], "nginx-light")
      case .haproxy: (["-db", "-f", file], "haproxy")
      case .caddy: (["run", "--config", file, "--adapter", "caddyfile"], "caddy")
      }
    return try Program(
      Workplace.tool(kind.rawValue, from: package), arguments,
      environment: ["HOME": place, "XDG_DATA_HOME": place, "XDG_CONFIG_HOME": place],
      in: URL(fileURLWithPath: place))
  }

  /// The smallest that nginx takes.
  func nginxFrame(around site: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(place)/\($0);" }.joined(separator: "\n")
    let account = geteuid() == 0 ? "user root;" : ""
    return """
      \(account) daemon off; pid \(place)/nginx.pid; worker_processes 1;
      error_log stderr notice;
      events {}
      http {
        access_log off;
        \(temporary)
        \(site)
      }
      """
  }
}
