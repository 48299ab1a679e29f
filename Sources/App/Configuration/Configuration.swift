package import Domain
package import HTTPServer
package import LocalPostgres
package import Logging
package import Operations
package import Postgres
package import Transport
import Web

/// Everything that an operator decides: flags before `MOA_...` in the environment before defaults.
package struct Configuration: Sendable {
  /// A name or a numeric address.
  package var host: String
  /// 0 means any free port.
  package var port: Int
  /// Where clients are listened for.
  package var address: ListenAddress { ListenAddress(host: host, port: port) }
  /// Where `/metrics` is served; nil for nowhere.
  package internal(set) var metricsAddress: ListenAddress?
  /// Which requests are traced, and where to; nil for none.
  package internal(set) var traces: TraceConfiguration?
  /// Under which URL clients reach the server; nil means the `Host` of each request.
  package var publicOrigin: Origin?
  /// An external PostgreSQL; nil means a private one under the data directory.
  package var database: ConnectionString?
  /// The text that it was made from, for processes that must connect to it too.
  package internal(set) var databaseText: Secret?
  /// A standby of that for reads that may be a little old; nil for none.
  package var replica: ReplicaConfiguration?
  /// Absolute.
  package var dataDirectory = ""
  /// For the private database; absolute; nil for none.
  package internal(set) var archive: String?
  /// Days whose moments it keeps.
  package internal(set) var archiveDays: Int
  /// Where nightly backups are; absolute; nil for nowhere.
  package internal(set) var backups: String?
  /// Loads the demo shop, once.
  package var loadsDemo: Bool
  /// Brings an external database's schema up to date at the start.
  package var migrates: Bool
  /// Accepted as an administrator's token beside those in the database, to set a server up; nil
  /// once only its digest is kept.
  package internal(set) var adminToken: Secret?
  /// The file with that token; nil for none.
  package internal(set) var adminTokenFile: String?
  /// The SHA-256 of that token; nil for none.
  package internal(set) var adminTokenDigest: [UInt8]?
  package var logLevel: Logger.Level
  package var logFormat: LogFormat
  /// Worker processes, one for each core; 0 serves in this process.
  package var workers: Int
  /// The number of processes that share the limits of the server.
  package internal(set) var sharers = 1
  /// Open client connections of the whole server.
  package var connections: Int
  /// Database connections of each process.
  package var databaseConnections: Int
  /// Whether statements are prepared there.
  package var databasePreparation: StatementPolicy.Preparation
  /// How long a statement may take before it is logged.
  package var slowStatement: Duration
  /// How long a stranger's connection may wait for its next request.
  package var idleDeadline: Duration
  /// Trusted proxies, and the limits of one client.
  package var proxies: ProxyConfiguration
  /// Limits on one client, and on all clients together.
  package var clientLimits: ClientLimits
  /// Time between two sweeps; zero for none.
  package var sweepInterval: Duration
  /// For which the history keeps changes.
  package var historyDays: Int
  package var diskBound: DiskBound
  /// Whether this process does the tasks of one process per server: sweeping and counting.
  package var keepsHouse = true
  /// Time between "not ready" and the close of the listener, so that load balancers notice.
  package var drainDelay: Duration
  /// Time for the requests in flight after that.
  package var drainDeadline: Duration
  /// How often clients may send requests, and from which pages.
  package var policies: PolicyConfiguration
  /// The languages for clients that accept none of ours.
  package var usualLanguages: UsualLanguages
  /// Pictures, and the apps of other servers.
  package var catalogue: CatalogueConfiguration
  /// Files and policy of TLS; nil leaves TLS to a proxy.
  package var tls: TLSConfiguration?
  /// Time from accepting a connection to the end of its TLS handshake.
  package var handshakeDeadline: Duration
  /// Settings that will probably cause trouble, one sentence each.
  package internal(set) var doubts: [String] = []
  /// Variables that are set for PostgreSQL's clients. They do not count for the private database.
  package internal(set) var postgresVariables: [String] = []

  /// Reads all settings; mistakes are reported to the reader.
  init(_ reader: inout SettingReader) {
    host = reader.value(
      .host, expecting: "a host name, an address, or unix: and an absolute path",
      parse: Self.host)
    port = reader.number(.port)
    publicOrigin = reader.optional(
      .publicURL, expecting: "https://host or http://host:port, without a path"
    ) { Origin($0) }
    archiveDays = reader.number(.archiveDays)
    loadsDemo = reader.truth(.demo)
    migrates = reader.truth(.migrate)
    logLevel = reader.choice(.logLevel)
    logFormat = reader.choice(.logFormat)
    workers = reader.number(.workers)
    connections = reader.number(.connections)
    databaseConnections = reader.number(.databaseConnections)
    databasePreparation = reader.choice(.databasePrepared)
    slowStatement = reader.duration(.slowStatement)
    idleDeadline = reader.duration(.idleDeadline)
    proxies = ProxyConfiguration(&reader)
    clientLimits = ClientLimits(&reader, processes: max(1, workers))
    sweepInterval = reader.duration(.sweepInterval)
    historyDays = reader.number(.historyDays)
    diskBound = DiskBound(percent: reader.number(.lowDiskPercent))
    drainDelay = reader.duration(.drainDelay)
    drainDeadline = reader.duration(.drainDeadline)
    policies = PolicyConfiguration(&reader)
    if policies.simulates {
      doubts.append("\(Setting.simulate.name) is for development: any client can ask for errors.")
    }
    catalogue = CatalogueConfiguration(&reader)
    usualLanguages =
      reader.optional(.language) { Language.named($0.lowercased()) }.map(UsualLanguages.init)
      ?? .apart
    handshakeDeadline = reader.duration(.tlsHandshakeDeadline)
    readListen(&reader)
    readMetricsListen(&reader)
    traces = TraceConfiguration(&reader)
    readTLS(&reader)
    readDatabase(&reader)
    readReplica(&reader)
    let machine = reader.machine
    archive = reader.optional(.archive, parse: { machine.absolute($0) })
    backups = reader.optional(.backups, parse: { machine.absolute($0) })
    readAdministration(&reader)
  }
}

extension Configuration {
  /// Reads and checks everything.
  ///
  /// - Throws: all mistakes at once.
  package static func read(
    flags: [Setting: String], environment: [String: String], machine: Machine
  ) throws(ConfigurationMistakes) -> Configuration {
    var reader = SettingReader(flags: flags, environment: environment, machine: machine)
    let configuration = Configuration(&reader)
    refusePasswords(in: flags, &reader)
    reader.refuseMarks()
    guard reader.mistakes.isEmpty else { throw ConfigurationMistakes(reader.mistakes) }
    return configuration
  }

  /// All mistakes in the key files that these settings name.
  package static func mistakesInKeyFiles(
    flags: [Setting: String], environment: [String: String], machine: Machine
  ) -> [String] {
    var reader = SettingReader(flags: flags, environment: environment, machine: machine)
    var configuration = Configuration(&reader)
    return configuration.mistakesInKeyFiles()
  }

  private static func host(_ text: String) -> String? {
    guard !text.hasPrefix("unix:") || text.hasPrefix("unix:/") else { return nil }
    return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 255
      ? text : nil
  }
}
