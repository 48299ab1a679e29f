package import Domain
import HTTPServer
import LocalPostgres
import Meters
package import Operations
import Postgres
import Transport
package import UseCases
import Web

extension Configuration {
  /// The database, for the parts of a server and the commands that work on it.
  package var databaseSettings: DatabaseSettings {
    var statements = StatementPolicy()
    statements.preparation = databasePreparation
    statements.isTallied = policies.simulates
    statements.slowAfter = slowStatement
    let external = database.flatMap { url in databaseText.map { (url, $0) } }
    var settings = DatabaseSettings(
      external: external.map(DatabaseSettings.External.init), dataDirectory: dataDirectory,
      archive: archive, archiveDays: archiveDays, statements: statements, processes: processes,
      connections: databaseConnections)
    settings.backups = backups
    settings.historyDays = historyDays
    return settings
  }
}

extension Configuration {
  /// Under which people reach the server.
  var siteURL: String { publicOrigin?.text ?? address.url(isSecure: tls != nil) }
}

extension AdministrationSession {
  /// A session with the database that these settings name.
  package init(_ configuration: Configuration, _ log: EventLog) {
    let origin = configuration.publicOrigin
    var parts = Parts(
      release: Release.version, secretHasher: ScryptHasher(), secretDigest: LibcryptoDigest(),
      seedBytesMax: SeedDocument.bytesMax
    ) { try SeedDocument.seed(JSONParser.parse($0), from: origin) }
    parts.siteURL = configuration.siteURL
    parts.historyWords = HistoryWords()
    parts.tellChange = { $0.json }
    parts.undoChange = { entry, store in
      try await UndoChange(store, now: { .now })(
        entry, by: Author(.operator, id: "operator", name: "moa history undo"), requestID: "")
    }
    self.init(configuration.databaseSettings, parts, stop: .command(log), log.operations)
  }
}

extension DemoCatalogue {
  /// The demo shop in this binary. Its lists are a seed file.
  package static func shop(openedAt instant: Timestamp = .now) throws -> DemoShop {
    try shop(openedAt: instant) { try SeedDocument.seed(JSONParser.parse($0), from: nil) }
  }
}

extension StopRequest {
  /// Ends the log with the process.
  static func server(_ log: EventLog) -> StopRequest {
    StopRequest(.server) { log.end($0) }
  }

  static func command(_ log: EventLog) -> StopRequest {
    StopRequest(.command) { log.end($0) }
  }
}

extension EventLog {
  fileprivate func end(_ failure: LocalPostgresError?) {
    if let failure { report(.localPostgres(.stopFailed(failure))) }
    close()
  }
}

extension Doctor {
  /// Examines the requirements of a server with these settings.
  package init(_ configuration: Configuration, _ log: EventLog) {
    var settings = Settings(
      database: configuration.databaseSettings, address: configuration.address)
    settings.replica = configuration.replica.map { ($0.connectionString, $0.lagMax) }
    settings.metricsAddress = configuration.metricsAddress
    settings.tls = configuration.tls
    settings.publicOrigin = configuration.publicOrigin
    settings.trustsProxies = !configuration.proxies.trusted.isEmpty
    settings.rateLimit = configuration.policies.rateLimit.map {
      "\($0.requests)/\($0.periodSeconds == 1 ? "s" : "m")"
    }
    settings.takesAnyHost = configuration.policies.hosts == nil
    settings.connections = configuration.connections
    settings.isAnswering = { (try? HealthCheck(configuration).run()) != nil }
    settings.diskBound = configuration.diskBound
    settings.doubts = configuration.doubts
    settings.postgresVariables = configuration.postgresVariables
    self.init(settings, log.operations)
  }
}

extension HealthCheck {
  /// Asks the server that these settings start.
  package init(_ configuration: Configuration) {
    self.init(
      of: configuration.address, isSecure: configuration.tls != nil,
      usesProxyProtocol: configuration.proxies.usesProxyProtocol)
  }
}

extension SupervisorMeter {
  /// Publishes what these settings limit.
  convenience init(_ memory: MetricsMemory, _ configuration: Configuration) {
    let rate = configuration.policies.rateLimit.map {
      Double($0.requests) / Double($0.periodSeconds)
    }
    self.init(
      memory,
      Limits(
        workers: configuration.workers, heldBytes: configuration.clientLimits.heldBytes,
        requestsPerConnection: configuration.clientLimits.requestsPerConnection,
        requestsPerSecond: rate),
      version: Release.version, commit: Release.commit ?? "")
  }
}

extension Application {
  func servingMeters(in memory: MetricsMemory) -> ServingMeters {
    guard let workerConfiguration = inheritance.workerConfiguration else {
      return ServingMeters(at: 0, in: memory, as: .server)
    }
    return ServingMeters(at: workerConfiguration.slot, in: memory, as: .worker)
  }
}
