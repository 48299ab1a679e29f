import HTTP
import HTTPServer
import LocalPostgres
import Logging
import Operations
import Postgres
import Testing

@testable import App

struct ConfigurationTests {
  private static let machine = Machine(
    cores: 3, isRoot: false, homeDirectory: "/home/you", xdgDataHome: nil,
    workingDirectory: "/srv/here")

  private func read(
    _ flags: [Setting: String] = [:], _ environment: [String: String] = [:],
    on machine: Machine = ConfigurationTests.machine
  ) throws(ConfigurationMistakes) -> Configuration {
    try Configuration.read(flags: flags, environment: environment, machine: machine)
  }

  @Test func withoutAnythingTheDefaultsHold() throws {
    let configuration = try read()
    #expect(configuration.host == "127.0.0.1")
    #expect(configuration.port == 8080)
    #expect(configuration.database == nil)
    #expect(configuration.dataDirectory == "/home/you/.local/share/moa")
    #expect(configuration.workers == 3)
    #expect(configuration.idleDeadline == .seconds(14))
    #expect(configuration.proxies.trusted.isEmpty)
    #expect(!configuration.proxies.usesProxyProtocol)
    #expect(configuration.proxies.idleDeadline == .seconds(75))
    #expect(configuration.proxies.connectionsPerAddress == nil)
    #expect(configuration.proxies.unfinishedHeadsPerAddress == 1_000)
    #expect(configuration.sweepInterval == .seconds(3_600))
    #expect(configuration.drainDelay == .seconds(5))
    #expect(configuration.drainDeadline == .seconds(25))
    #expect(!configuration.loadsDemo)
    #expect(!configuration.migrates)
    #expect(configuration.adminToken == nil)
    #expect(configuration.publicOrigin == nil)
  }

  @Test("Flags come before the environment, and the environment before the defaults")
  func precedence() throws {
    let environment = ["MOA_PORT": "1111", "MOA_HOST": "0.0.0.0", "MOA_DEMO": "yes"]
    let configuration = try read([.port: "2222"], environment)
    #expect(configuration.port == 2222)
    #expect(configuration.host == "0.0.0.0")
    #expect(configuration.loadsDemo)
    #expect(configuration.dataDirectory == "/home/you/.local/share/moa")
  }

  @Test("A Unix-domain socket stands where a host would, with an absolute path")
  func unixSocket() throws {
    #expect(try read([.host: "unix:/run/moa.sock"], [:]).host == "unix:/run/moa.sock")
    #expect(throws: ConfigurationMistakes.self) { try read([.host: "unix:moa.sock"], [:]) }
  }

  @Test(
    "One word says where to listen",
    arguments: [
      ("shop.local:80", "shop.local", 80), ("0.0.0.0:0", "0.0.0.0", 0),
      ("[::1]:8443", "::1", 8443), ("[2001:DB8::1]:65535", "2001:db8::1", 65_535),
      ("unix:/run/moa.sock", "unix:/run/moa.sock", 8080),
    ])
  func listen(word: String, host: String, port: Int) throws {
    let configuration = try read([.listen: word], [:])
    #expect(configuration.host == host)
    #expect(configuration.port == port)
    #expect(try read([:], ["MOA_LISTEN": word]).host == host)
  }

  @Test(
    "What could mean two places is none",
    arguments: [
      "", ":80", "::1:80", "[::1]", "[::1]80", "[]:80", "[1.2.3.4]:80", "[::1%lo]:80", "a:65536",
      "a:-1", "a:", "a", "unix:run/moa.sock", "unix:", "http://a:80", "a b:80", "a:80/x",
    ])
  func malformedListen(word: String) throws {
    // An empty variable counts as none.
    guard !word.isEmpty else { return #expect(try read([:], ["MOA_LISTEN": ""]).port == 8080) }
    #expect(throws: ConfigurationMistakes.self) { try read([.listen: word], [:]) }
  }

  @Test("Metrics have an address of their own, and never that of clients")
  func metricsListen() throws {
    #expect(try read([:], [:]).metricsAddress == nil)
    let own = try read([:], ["MOA_METRICS_LISTEN": "[::1]:9464"])
    #expect(own.metricsAddress == .tcp(host: "::1", port: 9464))
    let free = try read([.listen: "a:0", .metricsListen: "a:0"])
    #expect(free.metricsAddress == .tcp(host: "a", port: 0))
    for listen in ["127.0.0.1:80", "unix:/run/moa.sock"] {
      let same = #expect(throws: ConfigurationMistakes.self) {
        try read([.listen: listen, .metricsListen: listen])
      }
      #expect(
        same?.sentences == [
          "--metrics-listen (MOA_METRICS_LISTEN): clients are served there: choose another address."
        ])
    }
    #expect(throws: ConfigurationMistakes.self) { try read([.metricsListen: "9464"]) }
  }

  @Test("Two settings that say the same are a mistake, and so is a list that lets nobody in")
  func conflicts() throws {
    let twice = #expect(throws: ConfigurationMistakes.self) {
      try read([.listen: "a:80", .port: "80"], [:])
    }
    #expect(
      twice?.sentences == [
        "--listen (MOA_LISTEN): it says what --port (MOA_PORT) says too: leave one of them out."
      ])
    let nobody = #expect(throws: ConfigurationMistakes.self) { try read([.proxyProtocol: "on"]) }
    #expect(nobody?.sentences.first?.contains("--trusted-proxies (MOA_TRUSTED_PROXIES)") == true)
    for word in [",", "loopback,", "10.0.0.0/8;::1", "localhost", "10.0.0.0/33"] {
      #expect(throws: ConfigurationMistakes.self) { try read([.trustedProxies: word]) }
    }
  }

  @Test("Every setting is read from its variable")
  func everyVariable() throws {
    let configuration = try read(
      [:],
      [
        "MOA_HOST": "::1", "MOA_PORT": "0", "MOA_DATABASE_URL": "postgres://u@localhost/moa",
        "MOA_DATA_DIR": "data", "MOA_DEMO": "1", "MOA_MIGRATE": "true",
        "MOA_ADMIN_TOKEN": "abcdefghijklmnopqrstuvwxyz012345",
        "MOA_PUBLIC_URL": "https://shop.example/", "MOA_LOG_LEVEL": "DEBUG", "MOA_WORKERS": "0",
        "MOA_CONNECTIONS": "7", "MOA_DATABASE_CONNECTIONS": "2", "MOA_IDLE_DEADLINE": "2m",
        "MOA_DRAIN_DELAY": "500ms", "MOA_DRAIN_DEADLINE": "9", "MOA_DATABASE_PREPARED": "OFF",
        "MOA_TRUSTED_PROXIES": "loopback, unix,10.0.0.0/8", "MOA_PROXY_PROTOCOL": "on",
        "MOA_PROXY_IDLE_DEADLINE": "3m", "MOA_CONNECTIONS_PER_ADDRESS": "5",
        "MOA_UNFINISHED_HEADS_PER_ADDRESS": "6",
      ])
    #expect(configuration.host == "::1")
    #expect(configuration.port == 0)
    #expect(configuration.database.map { "\($0)" } == "u@localhost/moa")
    #expect(configuration.dataDirectory == "/srv/here/data")
    #expect(configuration.loadsDemo)
    #expect(configuration.migrates)
    #expect(configuration.adminToken?.reveal().count == 32)
    #expect(configuration.publicOrigin.map { "\($0)" } == "https://shop.example")
    #expect(configuration.logLevel == .debug)
    #expect(configuration.workers == 0)
    #expect(configuration.processes == 1)
    #expect(configuration.connections == 7)
    #expect(configuration.databaseConnections == 2)
    #expect(configuration.databasePreparation == .never)
    #expect(configuration.idleDeadline == .seconds(120))
    let proxies = configuration.proxies
    #expect(
      proxies.trusted.map { "\($0)" } == ["127.0.0.0/8", "::1/128", "unix", "10.0.0.0/8"])
    #expect(proxies.usesProxyProtocol)
    #expect(proxies.idleDeadline == .seconds(180))
    #expect(proxies.connectionsPerAddress == 5)
    #expect(proxies.unfinishedHeadsPerAddress == 6)
    let part = proxies.shared(among: 4)
    #expect(part.connectionsPerAddress == 2)
    #expect(part.unfinishedHeadsPerAddress == 2)
    #expect(part.trusted == proxies.trusted)
    #expect(part.usesProxyProtocol)
    #expect(try read().proxies.shared(among: 4).connectionsPerAddress == nil)
    #expect(configuration.drainDelay == .milliseconds(500))
    #expect(configuration.drainDeadline == .seconds(9))
  }

  @Test("All mistakes are told at once, each with the names of its setting")
  func allMistakes() throws {
    let flags: [Setting: String] = [
      .host: "a b", .port: "65536", .publicURL: "ftp://x", .logLevel: "loud",
      .workers: "-1",
      .connections: "-1", .databaseConnections: "many", .idleDeadline: "1h", .drainDelay: "9x",
      .drainDeadline: "99999999999999999999", .demo: "perhaps", .migrate: "2",
      .databaseURL: "no such form", .trustedProxies: "10.0.0.1/8", .proxyProtocol: "maybe",
      .proxyIdleDeadline: "-1s", .connectionsPerAddress: "0", .unfinishedHeadsPerAddress: "1e3",
      .listen: "8080", .sweepInterval: "25h", .databasePrepared: "perhaps",
    ]
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read(flags, ["MOA_ADMIN_TOKEN": "short"])
    }
    let sentences = try #require(mistakes?.sentences)
    #expect(sentences.count == flags.count + 1)
    for setting in Array(flags.keys) + [.adminToken] {
      #expect(sentences.contains { $0.hasPrefix("\(setting.name): ") }, "\(setting.name)")
    }
  }

  @Test("credentials of a URL are in no message about it, up to the last @")
  func credentialsStayOut() throws {
    let url = "ftp://moa:pa@canary@collector.example"
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read(
        [.traceEndpoint: url, .publicURL: url],
        ["MOA_DATABASE_URL": "postgres" + url.dropFirst(3)])
    }
    #expect(mistakes?.sentences.count == 3)
    #expect(mistakes?.description.contains("canary") == false)
    #expect(mistakes?.description.contains("%40") == true)
  }

  @Test("a variable with more than 30 combining marks in a row is refused")
  func marks() throws {
    let marks = String(repeating: "\u{315}", count: 30)
    let name = "a\(marks)"
    #expect(try read([:], ["MOA_SHOP_NAME": name]).catalogue.shopName == name)
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read([:], ["MOA_SHOP_NAME": "a\(marks)\u{316}"])
    }
    #expect(mistakes?.sentences.count == 1)
    #expect(mistakes?.description.contains("--shop-name") == true)
    #expect(mistakes?.description.contains("More than 30 combining marks") == true)
  }

  @Test("A secret's value is in no message about it")
  func secretsStayOut() {
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read(
        [:], ["MOA_ADMIN_TOKEN": "canary one", "MOA_DATABASE_URL": "canary=two three"])
    }
    #expect(mistakes?.sentences.count == 2)
    #expect(mistakes?.description.contains("canary") == false)
  }

  @Test(
    "An administrator's token that could be guessed, or cannot be sent, is refused",
    arguments: ["empty", "31", "with space", "tabs", "control", "한글", "all the same"])
  func badToken(kind: String) throws {
    let token = "abcdefghijklmnopqrstuvwxyz0123456789"
    let tokens = [
      "empty": "", "31": String(token.prefix(31)), "with space": token + " x",
      "tabs": token + "\tx", "control": token + "\u{7F}",
      "한글": String(repeating: "한가지나무들판노래", count: 4),
      "all the same": String(repeating: "change!", count: 10),
    ]
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read([:], ["MOA_ADMIN_TOKEN": try #require(tokens[kind])])
    }
    #expect(mistakes?.sentences.count == 1)
    #expect(mistakes?.description.contains("MOA_ADMIN_TOKEN") == true)
  }

  @Test("A flag with a password is refused: everybody may see it")
  func passwordInAFlag() throws {
    let url = "postgres://moa:canary@db.example/moa"
    for setting in [Setting.databaseURL, .databaseReplicaURL] {
      let mistakes = #expect(throws: ConfigurationMistakes.self) {
        try read([.databaseURL: "postgres://moa@db.example/moa"].merging([setting: url]) { $1 })
      }
      #expect(mistakes?.description.contains(setting.environmentVariable) == true)
      #expect(mistakes?.description.contains("canary") == false)
    }
    #expect(try read([:], ["MOA_DATABASE_URL": url]).database != nil)
    let file = "postgres://moa@db.example/moa?passfile=/etc/moa/pgpass"
    #expect(try read([.databaseURL: file]).database != nil)
  }

  @Test("What somebody typed cannot write to the terminal by way of the message")
  func hostileValue() {
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read([.port: "\u{1B}[31m\n\(String(repeating: "x", count: 10_000))"])
    }
    #expect(mistakes?.sentences[0].unicodeScalars.contains { $0.value < 0x20 } == false)
    #expect((mistakes?.sentences[0].count ?? .max) < 400)
  }

  @Test("The data directory follows the user and the standards")
  func dataDirectory() throws {
    func directory(root: Bool, home: String?, xdg: String?) throws -> String {
      let machine = Machine(
        cores: 1, isRoot: root, homeDirectory: home, xdgDataHome: xdg, workingDirectory: "/")
      return try read(on: machine).dataDirectory
    }
    #expect(try directory(root: true, home: "/root", xdg: nil) == "/var/lib/moa")
    #expect(try directory(root: false, home: "/home/you", xdg: "/data") == "/data/moa")
    #expect(try directory(root: false, home: "/h", xdg: "relative") == "/h/.local/share/moa")
    #expect(throws: ConfigurationMistakes.self) {
      try directory(root: false, home: nil, xdg: nil)
    }
  }

  @Test func aSecretNeverBecomesText() {
    let secret = Secret("canary")
    var dumped = ""
    dump([secret], to: &dumped)
    let texts = ["\(secret)", String(describing: [secret]), String(reflecting: secret), dumped]
    for text in texts { #expect(!text.contains("canary")) }
    #expect(secret.reveal() == "canary")
  }

  @Test("Every setting has its flag and its variable, but secrets have no flag to show them")
  func names() {
    #expect(Setting.databaseURL.name == "--database-url (MOA_DATABASE_URL)")
    #expect(Setting.adminToken.name == "MOA_ADMIN_TOKEN")
    let variables = Setting.allCases.map(\.environmentVariable)
    #expect(Set(variables).count == Setting.allCases.count)
    #expect(variables.allSatisfy { $0.hasPrefix("MOA_") })
  }

  @Test("A worker has its share of connections and none of its parent's tasks")
  func shares() throws {
    var configuration = try Configuration.read(
      flags: [
        .connections: "100", .connectionsPerAddress: "40", .heldMegabytes: "40", .workers: "8",
        .demo: "true", .migrate: "true",
        .databaseURL: "postgres://localhost/moa",
      ], environment: [:], machine: .current(environment: [:]))
    #expect(configuration.processes == 8)
    var worker = WorkerConfiguration(workers: 8, database: "", isDatabasePrivate: true)
    worker.adminTokenDigest = [1, 2]
    Inheritance(workerConfiguration: worker).adapt(&configuration)
    #expect(configuration.workers == 0)
    #expect(configuration.connections == 12)
    #expect(configuration.proxies.connectionsPerAddress == 5)
    #expect(configuration.proxies.unfinishedHeadsPerAddress == 125)
    #expect(configuration.clientLimits.heldBytes == 5 << 20)
    #expect(configuration.databaseConnections == 2)
    #expect(!configuration.loadsDemo)
    #expect(!configuration.migrates)
    #expect(configuration.adminTokenDigest == [1, 2])
  }
}
