import Domain
import HTTP
import LocalPostgres
import Testing
import UseCases
import Web

@testable import App
@testable import Transport

@Suite struct PolicyConfigurationTests {
  private func read(_ flags: [Setting: String]) throws(ConfigurationMistakes) -> Configuration {
    let machine = Machine(
      cores: 1, isRoot: false, homeDirectory: "/home/you", xdgDataHome: nil, workingDirectory: "/")
    return try Configuration.read(flags: flags, environment: [:], machine: machine)
  }

  @Test func nothingIsLimitedAndNobodyAllowedByDefault() throws {
    let policies = try read([:]).policies
    #expect(policies.corsOrigins.isEmpty)
    #expect(policies.rateLimit == nil)
    #expect(policies.showsRateFields)
  }

  @Test(
    arguments: [
      ("20/s", nil, 20, 1, 20), ("600/m", nil, 600, 60, 600), ("1/s", "7", 1, 1, 7),
    ] as [(String, String?, Int, Int, Int)])
  func rates(_ rate: String, _ burst: String?, _ requests: Int, _ seconds: Int, _ wanted: Int)
    throws
  {
    var flags: [Setting: String] = [.rateLimit: rate]
    flags[.rateBurst] = burst
    let limit = RateLimit(requests: requests, periodSeconds: seconds, burst: wanted)
    #expect(try read(flags).policies.rateLimit == limit)
    #expect(limit != nil)
  }

  @Test(arguments: [
    "20", "0/s", "-1/s", "20/h", "20/", "/s", "1.5/s", "100001/s", "20/s/s", " 20/s", "20 /s",
    "99999999999999999999/s",
  ])
  func malformedRates(_ rate: String) {
    #expect(throws: ConfigurationMistakes.self) { try read([.rateLimit: rate]) }
  }

  @Test func aBurstNeedsARate() {
    #expect(throws: ConfigurationMistakes.self) { try read([.rateBurst: "5"]) }
    #expect(throws: ConfigurationMistakes.self) { try read([.rateLimit: "1/s", .rateBurst: "0"]) }
  }

  @Test("where proxies are trusted there is a rate that no person reaches, unless it is off")
  func usualRate() throws {
    let proxied: [Setting: String] = [.trustedProxies: "loopback"]
    let usual = RateLimit(requests: 600, periodSeconds: 1, burst: 600)
    #expect(try read(proxied).policies.rateLimit == usual)
    let off = proxied.merging([.rateLimit: "off"]) { $1 }
    #expect(try read(off).policies.rateLimit == nil)
    let burst = proxied.merging([.rateBurst: "900"]) { $1 }
    #expect(try read(burst).policies.rateLimit?.burst == 900)
    #expect(throws: ConfigurationMistakes.self) {
      try read(off.merging([.rateBurst: "900"]) { $1 })
    }
  }

  /// New devices of an address that are let in at once.
  private func devices(of network: ClientNetwork, _ flags: [Setting: String]) throws -> Int {
    let flags = flags.merging([.deviceRate: "100000/s"]) { $1 }
    let rate = try Policies(read(flags)).newDevices
    return (0..<3_000).count { _ in rate.admit(network).isAdmitted }
  }

  @Test("an address may register a thousand devices a day, and this machine any number")
  func devicesPerDay() throws {
    let (phones, machine) = (ClientNetwork(.ipv4, 9), ClientNetwork(.ipv4, 127 << 24 | 1))
    #expect(try devices(of: phones, [:]) == 1_000)
    #expect(try devices(of: machine, [:]) == 3_000)
    #expect(try devices(of: machine, [.devicesPerDay: "5"]) == 5)
    #expect(try devices(of: phones, [.devicesPerDay: "0"]) == 3_000)
  }

  @Test func vendorsHaveAQuotaUnlessItIsSwitchedOff() throws {
    #expect(try read([:]).policies.vendorImagesPerDay == 2_000)
    #expect(try read([.vendorImagesPerDay: "7"]).policies.vendorImagesPerDay == 7)
    #expect(try read([.vendorImagesPerDay: "0"]).policies.vendorImagesPerDay == nil)
    for text in ["-1", "many", "1000001"] {
      #expect(throws: ConfigurationMistakes.self) { try read([.vendorImagesPerDay: text]) }
    }
  }

  @Test func simulationsAreOffUntilAskedFor() throws {
    #expect(try !read([:]).policies.simulates)
    #expect(try read([:]).doubts.isEmpty)
    #expect(try read([.simulate: "true"]).policies.simulates)
    #expect(try read([.simulate: "true"]).doubts.count == 1)
  }

  @Test func pagesOfWebViewsAndOfThisMachineCanBeAllowed() throws {
    let policies = try read([
      .corsOrigins: "loopback,capacitor://localhost", .corsFields: "X-App, X-Build",
    ]).policies
    #expect(policies.corsOrigins.map(\.text) == ["capacitor://localhost"])
    #expect(policies.allowsLoopbackPages)
    #expect(policies.corsFields == ["X-App", "X-Build"])
    #expect(throws: ConfigurationMistakes.self) { try read([.corsFields: "a b"]) }
  }

  @Test("hosts are a list, to which the host of the public URL belongs")
  func hosts() throws {
    #expect(try read([:]).policies.hosts == nil)
    #expect(try Policies(read([:])).hosts == nil)
    let configuration = try read([
      .hosts: "Shop.example, shop.example:8443,[::1]:8080", .publicURL: "https://cdn.example",
    ])
    #expect(
      configuration.policies.hosts == ["shop.example", "shop.example:8443", "[::1]:8080"])
    let gate = try #require(Policies(configuration).hosts)
    let request = try Request(.get, "/", fields: ["Host": "cdn.example"], body: [])
    try gate.before(request, to: Destination(path: "/"))
  }

  @Test("the default port of either scheme is left out", arguments: [80, 443])
  func defaultPort(_ port: Int) throws {
    #expect(try read([.hosts: "shop.example:\(port)"]).policies.hosts == ["shop.example"])
  }

  @Test(arguments: ["shop.example,", "https://shop.example", "a b", "shop.example/x", "*"])
  func malformedHosts(_ text: String) {
    #expect(throws: ConfigurationMistakes.self) { try read([.hosts: text]) }
  }

  @Test func origins() throws {
    let policies = try read([
      .corsOrigins: "https://a.example, http://b.example:8080", .rateFields: "false",
    ]).policies
    #expect(policies.corsOrigins.map(\.text) == ["https://a.example", "http://b.example:8080"])
    #expect(!policies.showsRateFields)
  }

  @Test(arguments: [
    "*", "null", "a.example", "https://a.example/path", "https://a.example,", "https://*.example",
    "ftp://a.example", "capacitor://", "://localhost", "capacitor:localhost",
    "cap acitor://localhost",
  ])
  func malformedOrigins(_ text: String) {
    #expect(throws: ConfigurationMistakes.self) { try read([.corsOrigins: text]) }
  }
}
