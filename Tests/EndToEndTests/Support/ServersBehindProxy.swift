import EventLoop
import Foundation
import Postgres
import Repositories
import TestDatabase
import Testing

/// Several servers of one database behind a proxy with our file; each can be replaced.
///
/// Belongs to one task at a time.
final class ServersBehindProxy {
  let conninfo: String
  let proxy: ReverseProxy
  private let directory: URL
  private let database: TestDatabase
  /// What each server is started with, besides what all need.
  private let flags: [String]
  /// Where each listens, as the proxy knows it.
  private let addresses: [String]
  private(set) var servers: [MoaServer] = []
  /// Of those that were replaced.
  private var logs: [String] = []

  /// Behind HAProxy it is what a server has without the flag. Caddy believes the first answer that
  /// says no, and nginx does not ask.
  private static func drainDelay(behind kind: ReverseProxy.Kind) -> [String] {
    switch kind {
    case .haproxy: ["--drain-delay", "5s"]
    case .caddy: ["--drain-delay", "4s"]
    case .nginx: ["--drain-delay", "1s"]
    }
  }

  /// - Parameter changes: of the proxy's file.
  init(
    behind kind: ReverseProxy.Kind, count: Int, flags: [String] = [],
    changing changes: [String: String] = [:]
  ) async throws {
    self.flags = flags
    directory = try Workplace.makeDirectory()
    database = TestDatabase()
    conninfo = try await database.makeDatabase()
    var addresses: [String] = []
    while addresses.count < count {
      let address = "127.0.0.1:\(try EndToEnd.DeployTests.freePort())"
      if !addresses.contains(address) { addresses.append(address) }
    }
    self.addresses = addresses
    var servers: [MoaServer] = []
    do {
      for address in addresses {
        let first = servers.isEmpty ? ["--demo", "--migrate"] : []
        servers.append(try await Self.start(at: address, conninfo, behind: kind, first + flags))
      }
      proxy = try await ReverseProxy(
        kind, before: servers.map(\.url), in: directory, changing: changes)
    } catch {
      for server in servers { server.remove() }
      database.remove()
      throw error
    }
    self.servers = servers
    for number in addresses.indices { try await waitUntilProxyUses(number) }
  }

  private static func start(
    at address: String, _ conninfo: String, behind kind: ReverseProxy.Kind, _ flags: [String]
  ) async throws -> MoaServer {
    let limits = [
      "--workers", "1", "--device-rate", "100000/m", "--rate-limit", "off", "--trusted-proxies",
      "loopback", "--log-level", "debug",
    ]
    return try await MoaServer(
      flags + limits + drainDelay(behind: kind) + ["--listen", address, "--database-url", conninfo])
  }

  func remove() {
    proxy.end()
    for server in servers { server.remove() }
    database.remove()
    try? FileManager.default.removeItem(at: directory)
  }

  /// As the failure of its machine would; another one takes its place.
  func killAndReplace(_ number: Int) async throws {
    try await servers[number].killAtOnce()
    try await waitUntilProxy("DOWN", number)
    try await startAnother(number)
  }

  /// As an upgrade does: SIGTERM, and the new one when the old one has ended.
  func stopAndReplace(_ number: Int) async throws {
    try await servers[number].expectOrderlyStop()
    try await startAnother(number)
  }

  private func startAnother(_ number: Int) async throws {
    logs.append(servers[number].errors)
    servers[number].remove()
    servers[number] = try await Self.start(
      at: addresses[number], conninfo, behind: proxy.kind, flags)
    try await waitUntilProxyUses(number)
  }

  private func waitUntilProxyUses(_ number: Int) async throws {
    let server = servers[number]
    switch proxy.kind {
    case .haproxy: try await waitUntilProxy("UP", number)
    case .nginx:
      #expect(try await Curl(base: server.url).get("/readyz").status == 200)
      // Which it tries again after the two seconds of our file.
      try await Task.sleep(for: .seconds(3))
    case .caddy:
      try await waiting(for: "Caddy's first question") {
        server.errors.contains(#""path":"/readyz","status":200"#) ? true : nil
      }
    }
  }

  /// Waits for what HAProxy says of a server: `UP` or `DOWN`.
  private func waitUntilProxy(_ state: String, _ number: Int) async throws {
    let name = ProxySetup.name(number)
    try await waiting(for: "server \(name) to be \(state)") { () -> Bool? in
      let lines = try await ask("show stat").split(separator: "\n")
      let fields = lines.first { $0.hasPrefix("moa,\(name),") }?.split(
        separator: ",", omittingEmptySubsequences: false)
      // The first word: a check may have gone wrong of those that it takes.
      return fields?.dropFirst(17).first?.split(separator: " ").first.map(String.init) == state
        ? true : nil
    }
  }

  /// What went wrong by what the proxy and the servers have logged.
  var complaints: String {
    ([proxy.errors] + logs + servers.map(\.errors)).map { log in
      log.split(separator: "\n").filter {
        $0.contains(#""level":"error""#) || $0.contains(#""level":"warn"#)
          || $0.contains(#""status":5"#)
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Gives HAProxy an order, as an operator does. It may serve before it takes orders.
  func ask(_ order: String) async throws -> String {
    let path = proxy.orders
    return try await waiting(for: "HAProxy to take orders") {
      try await offloading { LocalSocket(path)?.ask(order) }
    }
  }

  /// What the next release's `moa migrate` does: it knows all migrations of this one, and one more.
  func migrate(_ name: String, _ script: String) async throws {
    let history = try TestDatabase.psql(
      "select name, checksum from moa.schema_history", in: conninfo)
    let known = history.split(separator: "\n").map { line in
      let fields = line.split(separator: "|").map(String.init)
      return Migration(name: fields[0], script: "", checksum: fields[1])
    }
    let new = Migration(name: name, script: script, checksum: String(repeating: "0", count: 64))
    let target = try ConnectionString(conninfo)
    let loop = try EventLoop(label: "migration")
    let applied = try await loop.run {
      let connection = try await Connection.connect(on: loop, to: target, deadline: .seconds(10))
      defer { connection.close() }
      return try await Migrator(known + [new]).migrate(connection)
    }
    #expect(applied == [name])
  }

  /// Compares what devices were told with what the shop has of them.
  func expectAllLikes(of outcome: RollingLoad.Outcome) async throws {
    let url = proxy.url
    let lost = try await offloading {
      let client = try KeptClient(url)
      return try outcome.likes.filter { token, liked in
        let reply = try client.send(RollingLoad.request("GET", "/v1/likes", token))
        return try RollingLoad.ids(of: reply) != liked.reversed()
      }
    }
    #expect(outcome.likes.count > 10)
    #expect(lost.isEmpty)
  }
}
