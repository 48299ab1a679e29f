import Foundation
import TestDatabase
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// Secrets that are given to the server, and looked for in everything that it shows.
  ///
  /// Source: OWASP ASVS 5.0.0 14.2.1, 16.2.5, 13.2.3.
  @Suite(.timeLimit(.minutes(4))) struct SecretTests {
    @Test("No secret is in a log, an answer, an argument, the environment, or what a crash leaves")
    func canaries() async throws {
      let database = TestDatabase()
      defer { database.remove() }
      let place = try Workplace.makeDirectory()
      let canaries = try Canaries(in: place, before: try await database.makeDatabase())
      let server = try await MoaServer(
        Canaries.flags, in: place, environment: canaries.environment)
      defer { server.remove() }
      let curl = Curl(base: server.url)
      var seen = try await canaries.prepare(in: place)
      seen += try await canaries.goodRequests(curl)
      seen += try await canaries.badRequests(server.url)
      seen += try await canaries.commands(in: place)
      let processes = try await Self.processes(of: server, 2)
      seen += try Self.shown(of: processes)
      // Once by a trap, as a mistake of ours would, once as a fault of the memory.
      for (number, signal) in [SIGSEGV, SIGILL].enumerated() {
        let worker = try #require(server.workers.first)
        kill(worker, signal)
        // A backtrace would take half a minute, and show what the registers point to.
        try await server.waitFor("worker_died", after: number)
        _ = try await server.waitForWorkers(2)
      }
      try database.killServer()
      seen += try await canaries.failingRequests(curl)
      seen += try await canaries.commands(in: place)
      server.signal(SIGTERM)
      _ = try await server.ended()
      seen += [Seen("output", server.output), Seen("log", server.errors)]
      #expect(server.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
      canaries.expectNone(in: seen)
      let left = try FileManager.default.contentsOfDirectory(atPath: place.path)
      #expect(!left.contains { $0.hasPrefix("core") })
      print("secrets: \(canaries.texts.count) canaries, \(seen.count) texts, no hit")
    }

    #if os(Linux)
      @Test("Nobody of the same account can look into the server, and no core file is written")
      func memoryIsClosed() async throws {
        let place = try Workplace.makeDirectory()
        // Root may look into everything, unless it gives that right away.
        let setpriv = try Workplace.tool("setpriv", from: "util-linux")
        let less =
          geteuid() == 0 ? "\(setpriv) --bounding-set=-sys_ptrace,-sys_admin,-perfmon --" : ""
        let script = place.path + "/moa"
        try "#!/bin/sh\nexec \(less) \(Workplace.program.path) \"$@\"\n"
          .write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let sleeper = try Program(
          "/bin/sh", ["-c", "exec \(less) sleep 60"], in: place)
        defer { sleeper.signal(SIGTERM) }
        let server = try await MoaServer(["--workers", "2"], in: place, file: script)
        defer { server.remove() }
        func canLook(into process: Int32) async throws -> Bool {
          let command = "exec \(less) cat /proc/\(process)/environ"
          let result = try await Program.run("/bin/sh", ["-c", command], in: place)
          return result.status == 0
        }
        // What shows that looking is possible at all.
        try await waiting(for: "the sleeper's environment") {
          try await canLook(into: sleeper.identifier) ? true : nil
        }
        for process in try await Self.processes(of: server, 2) {
          #expect(try await !canLook(into: process))
          let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
          let core = try #require(limits.split(separator: "\n").first { $0.contains("core file") })
          #expect(core.split(separator: " ").dropFirst(4).first == "0", "\(core)")
        }
        try await server.expectOrderlyStop()
      }
    #endif

    @Test(
      "An empty or guessable administrator's token, in a variable or a file, starts nothing",
      arguments: ["", "change-me", String(repeating: "0", count: 64)])
    func poorToken(_ token: String) async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let file = place.path + "/token"
      #expect(
        FileManager.default.createFile(
          atPath: file, contents: Data((token + "\n").utf8), attributes: [.posixPermissions: 0o400])
      )
      let ways: [(flags: [String], environment: [String: String])] = [
        ([], ["MOA_ADMIN_TOKEN": token]), (["--admin-token-file", file], [:]),
      ]
      for way in ways {
        let result = try await Program.run(
          Workplace.program.path, MoaServer.arguments(way.flags, in: place),
          environment: way.environment, in: place)
        #expect(result.status == 78, "\(result.errors)")
        #expect(result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.lowercased().contains("admin"), "\(result.errors)")
        #expect(token.isEmpty || !result.errors.contains(token))
      }
    }

    private static func processes(of server: MoaServer, _ count: Int) async throws -> [Int32] {
      [server.identifier] + (try await server.waitForWorkers(count))
    }

    /// What the system shows of them.
    /// The environment of a process that nobody may look into is root's.
    private static func shown(of processes: [Int32]) throws -> [Seen] {
      let names = geteuid() == 0 ? ["cmdline", "comm", "environ"] : ["cmdline", "comm"]
      return try processes.flatMap { process in
        try names.map { name in
          let place = "/proc/\(process)/\(name)"
          let bytes = try Data(contentsOf: URL(fileURLWithPath: place))
          #expect(!bytes.isEmpty, "\(place)")
          return Seen(place, String(decoding: bytes, as: UTF8.self))
        }
      }
    }
  }
}

/// Something that the server has shown.
private struct Seen {
  var place: String
  var text: String

  init(_ place: String, _ text: String) { (self.place, self.text) = (place, text) }
}

/// Texts that stand nowhere else.
private final class Canaries {
  static let flags = ["--workers", "2", "--migrate", "--demo", "--log-level", "trace"]
  private static let admin = "canary-administrator-0123456789-abcdef"
  private static let password = "canary-password-of-the-database"
  private static let vendorSecret = "canary-secret-of-a-vendor"
  private static let key = "canary-key-of-mommytalk"
  private let conninfo: String
  private(set) var texts = [admin, password, vendorSecret, key]
  private var vendor = ""
  private var token = ""
  let environment: [String: String]

  init(in place: URL, before conninfo: String) throws {
    self.conninfo = conninfo
    func file(_ name: String, _ text: String) throws -> String {
      let path = place.path + "/" + name
      let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o400]
      _ = FileManager.default.createFile(
        atPath: path, contents: Data((text + "\n").utf8), attributes: attributes)
      return path
    }
    environment = [
      // Those who start `MoaServer` give it a token in a variable.
      "MOA_ADMIN_TOKEN": Self.admin, "MOA_MOMMYTALK_KEY_FILE": try file("key", Self.key),
      "MOA_DATABASE_URL": conninfo + " password=" + Self.password,
    ]
    _ = try file("vendor", Self.vendorSecret)
  }

  private func run(_ arguments: [String], in place: URL) async throws -> (Int32, String, String) {
    let result = try await Program.run(
      Workplace.program.path, arguments, environment: environment, in: place)
    return (result.status, result.output, result.errors)
  }

  /// Makes a vendor and a token, which is the only time that one is shown.
  func prepare(in place: URL) async throws -> [Seen] {
    let create = ["vendor", "create", "--name", "c", "--secret-file", place.path + "/vendor"]
    let created = try await run(create, in: place)
    vendor = try #require(
      created.1.split(whereSeparator: \.isWhitespace).dropFirst().first.map(String.init))
    let issued = try await run(["token", "create", "--name", "c", "--scope", "admin"], in: place)
    token = try #require(issued.1.split(whereSeparator: \.isWhitespace).last.map(String.init))
    #expect(issued.0 == 0)
    #expect(token.count > 32)
    let bytes = try TestDatabase.psql(
      "select encode(bytes, 'hex') || ' ' || encode(bytes, 'base64') from moa.server_keys",
      in: conninfo)
    texts += [token] + bytes.split(whereSeparator: \.isWhitespace).map(String.init)
    texts.append(Data("\(vendor):\(Self.vendorSecret)".utf8).base64EncodedString())
    return [Seen("vendor's errors", created.2), Seen("token's errors", issued.2)]
  }

  func commands(in place: URL) async throws -> [Seen] {
    let commands = [["doctor"], ["migrate"], ["token", "list"], ["vendor", "list"]]
    var seen: [Seen] = []
    for command in commands {
      let result = try await run(command, in: place)
      seen.append(Seen("moa \(command)", result.1 + result.2))
    }
    return seen
  }

  func goodRequests(_ curl: Curl) async throws -> [Seen] {
    let key = try await curl.get("/rest/shopping/products", ["authorization: \(Self.key)"])
    let admins = try await [Self.admin, token].asyncMap { try await curl.admin("GET", token: $0) }
    let secret = try await curl.send(
      "POST", "/api/products/1/secret",
      ["identifier: \(vendor)", "Content-Type: application/json"],
      body: "{\"secret\":\"\(Self.vendorSecret)\"}")
    let answers = [key] + admins
    #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.status))")
    #expect(![401, 429].contains(secret.status), "\(secret.text)")
    return (answers + [secret]).map { Seen("an answer", "\($0.fields) \($0.text)") }
  }

  /// Secrets where nobody should send them, and around what cannot be read.
  func badRequests(_ url: String) async throws -> [Seen] {
    let fields = "Host: a\r\nAuthorization: Bearer \(token)\r\n"
    let basic = Data("\(vendor):\(Self.vendorSecret)".utf8).base64EncodedString()
    let long = String(repeating: "x", count: 40_000)
    let requests = [
      "GET /admin/v1/nowhere HTTP/1.1\r\n\(fields)\r\n",
      "TRACE /admin/v1/event-categories HTTP/1.1\r\n\(fields)\r\n",
      "GET /v1/products HTTP/9.9\r\n\(fields)\r\n",
      "GET /v1/products HTTP/1.1\r\n\(fields)Bad Name: \(Self.admin)\r\n\r\n",
      "GET /v1/products HTTP/1.1\r\n\(fields)X-Long: \(long)\r\n\r\n",
      "GET /v1/products?secret=\(Self.vendorSecret)&limit=\(token) HTTP/1.1\r\n\(fields)\r\n",
      "DELETE /api/products/1/\(Self.vendorSecret) HTTP/1.1\r\n\(fields)identifier: \(vendor)\r\n\r\n",
      "PATCH /v1/products/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Basic \(basic)\r\n"
        + "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"price\":",
      "PUT /admin/v1/event-categories HTTP/1.1\r\n\(fields)Content-Length: 5\r\n\r\n{\"a\":",
      "GET /rest/shopping/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Self.key)x\r\n\r\n",
      "GET /admin/v1/event-categories HTTP/1.1\r\nHost: a\r\nAuthorization: \(Self.admin)\r\n\r\n",
    ]
    return try await offloading {
      try requests.map { request in
        let reply = try KeptClient(url).send(Array(request.utf8))
        #expect(reply.status >= 400, "\(request.prefix(60)): \(reply.text)")
        return Seen("the answer to \(request.prefix(30))", reply.text)
      }
    }
  }

  func failingRequests(_ curl: Curl) async throws -> [Seen] {
    let curl = Curl(base: curl.base, repeatsMax: 0)
    var answers = [try await curl.admin("GET", token: token)]
    answers.append(try await curl.admin("GET", token: Self.admin))
    answers.append(
      try await curl.get("/rest/shopping/products?limit=7", ["authorization: \(Self.key)"]))
    answers.append(
      try await curl.send(
        "POST", "/api/products/1/secret", ["identifier: \(vendor)"],
        body: "{\"secret\":\"\(Self.vendorSecret)\"}"))
    #expect(answers.allSatisfy { $0.status == 503 }, "\(answers.map(\.status))")
    return answers.map { Seen("a failure", "\($0.fields) \($0.text)") }
  }

  func expectNone(in seen: [Seen]) {
    for each in seen {
      for (number, text) in texts.enumerated() where each.text.contains(text) {
        let place = each.text.range(of: text).map { each.text[..<$0.lowerBound].suffix(80) } ?? ""
        Issue.record("canary \(number) is in \(each.place) behind \(place)")
      }
    }
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
