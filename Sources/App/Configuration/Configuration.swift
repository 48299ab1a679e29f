package import Domain
package import HTTPServer
package import Logging
package import Postgres

/// Everything that an operator decides: flags before `MOA_...` in the environment before defaults.
package struct Configuration: Sendable {
  /// A name or a numeric address.
  package var host = "127.0.0.1"
  /// 0 means any free port.
  package var port = 8080
  /// An external PostgreSQL; nil means a private one under the data directory.
  package var database: ConnectionString?
  /// The text that it was made from, for processes that must connect to it too.
  package private(set) var databaseText: Secret?
  /// A standby of that for reads that may be a little old; nil for none.
  package var replica: ReplicaConfiguration?
  /// Absolute.
  package var dataDirectory: String
  /// Loads the demo shop, once.
  package var loadsDemo = false
  /// Brings an external database's schema up to date at the start.
  package var migrates = false
  /// Accepted as an administrator's token beside those in the database, to set a server up; nil
  /// once only its digest is kept.
  package internal(set) var adminToken: Secret?
  /// Where that token stands; nil for none.
  package internal(set) var adminTokenFile: String?
  /// The SHA-256 of that token; nil for none.
  package internal(set) var adminTokenDigest: [UInt8]?
  /// Under which URL clients reach the server; nil means the `Host` of each request.
  package var publicOrigin: Origin?
  package var logLevel = Logger.Level.info
  /// Processes that serve, one for each core; 0 means that this one serves by itself.
  package var workers: Int
  /// Event loops of a process that serves by itself: one for each core.
  package var loops: Int
  /// How many processes share what is allowed to the whole server.
  package internal(set) var sharers = 1
  /// Open client connections of the whole server.
  package var connections = 10_000
  /// Database connections of each loop.
  package var databaseConnections = 4
  /// Whether statements are prepared there.
  package var databasePreparation = StatementPolicy.Preparation.automatic
  /// How long a stranger's connection may wait for its next request.
  package var idleDeadline = Duration.seconds(14)
  /// Who stands between us and our clients.
  package var proxies = ProxyConfiguration()
  /// What one client, and all of them together, may cost.
  package var clientLimits = ClientLimits()
  /// Between two removals of what nobody needs any more; zero for none by this process.
  package var sweepInterval = Duration.seconds(3_600)
  /// Between "not ready" and the close of the listener, so that load balancers notice.
  package var drainDelay = Duration.seconds(5)
  /// For the requests in flight after that.
  package var drainDeadline = Duration.seconds(25)
  /// Who may ask how often, and from which pages.
  package var policies = PolicyConfiguration()
  /// Of pictures, and of the apps that were there before.
  package var catalogue = CatalogueConfiguration()
  /// What an operator should hear of before it hurts, one sentence each.
  package internal(set) var doubts: [String] = []
  /// Variables that are set for PostgreSQL's clients. They do not count for the private database.
  package internal(set) var postgresVariables: [String] = []

  /// Files and policy of TLS; nil lets a proxy in front end it.
  package var tls: TLSConfiguration?
  /// From accepting a connection to the end of its TLS handshake.
  package var handshakeDeadline = Duration.seconds(5)

  init(dataDirectory: String, cores: Int) {
    self.dataDirectory = dataDirectory
    workers = cores
    loops = cores
  }
}

extension Configuration {
  /// Reads and checks everything.
  ///
  /// - Throws: all mistakes at once.
  package static func read(
    flags: [Setting: String], environment: [String: String], machine: Machine
  ) throws(ConfigurationMistakes) -> Configuration {
    var reader = SettingReader(flags: flags, environment: environment)
    var configuration = Configuration(dataDirectory: "", cores: machine.cores)
    configuration.readListener(&reader)
    configuration.readListen(&reader)
    configuration.proxies = ProxyConfiguration(&reader)
    configuration.readTLS(&reader)
    configuration.readDatabase(&reader, machine)
    configuration.readReplica(&reader)
    refusePasswords(in: flags, &reader)
    configuration.readAdministration(&reader)
    configuration.readWorkers(&reader)
    configuration.readLimits(&reader)
    configuration.readPolicies(&reader)
    configuration.readCatalogue(&reader)
    guard reader.mistakes.isEmpty else { throw ConfigurationMistakes(reader.mistakes) }
    return configuration
  }

  /// What is wrong in the files that these settings name, whatever else is wrong.
  package static func mistakesInKeyFiles(
    flags: [Setting: String], environment: [String: String]
  ) -> [String] {
    var reader = SettingReader(flags: flags, environment: environment)
    var configuration = Configuration(dataDirectory: "", cores: 1)
    configuration.readAdministration(&reader)
    configuration.readCatalogue(&reader)
    return configuration.mistakesInKeyFiles()
  }

  private mutating func readListener(_ reader: inout SettingReader) {
    let expected = "write a host name, an address, or unix: and an absolute path"
    host = reader.value(.host, host, expecting: expected) { text in
      guard !text.hasPrefix("unix:") || text.hasPrefix("unix:/") else { return nil }
      return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 255
        ? text : nil
    }
    port = reader.number(.port, port, in: 0...65_535)
    publicOrigin = reader.optional(
      .publicURL, expecting: "write https://host or http://host:port, without a path"
    ) { Origin($0) }
  }

  private mutating func readDatabase(_ reader: inout SettingReader, _ machine: Machine) {
    if let url = reader.text(.databaseURL) {
      do throws(PostgresError) {
        database = try ConnectionString(shop: url)
        databaseText = Secret(url)
      } catch {
        reader.reject(.databaseURL, "\(error.kind); write postgres://user@host:5432/database.")
      }
    }
    databasePreparation = reader.value(
      .databasePrepared, databasePreparation, expecting: "write auto, on or off"
    ) { StatementPolicy.Preparation(rawValue: $0.lowercased()) }
    loadsDemo = reader.truth(.demo)
    migrates = reader.truth(.migrate)
    if let given = reader.text(.dataDirectory) ?? machine.usualDataDirectory {
      dataDirectory = machine.absolute(given)
    } else if database == nil {
      reader.reject(.dataDirectory, "there is no home directory: name a directory.")
    }
  }

  /// The list of processes shows a flag to everybody on the machine.
  private static func refusePasswords(
    in flags: [Setting: String], _ reader: inout SettingReader
  ) {
    for setting in [Setting.databaseURL, .databaseReplicaURL] {
      guard let url = try? flags[setting].map(ConnectionString.init(_:)), url.hasPassword else {
        continue
      }
      reader.reject(
        setting,
        "a flag shows its password to everybody: write the URL into"
          + " \(setting.environmentVariable), or passfile= into the URL.")
    }
  }

  private mutating func readLimits(_ reader: inout SettingReader) {
    connections = reader.number(.connections, connections, in: 1...1_000_000)
    databaseConnections = reader.number(.databaseConnections, databaseConnections, in: 1...100)
    idleDeadline = reader.duration(.idleDeadline, idleDeadline, atMost: .seconds(3_600))
    clientLimits.read(&reader, lanes: lanes)
    sweepInterval = reader.duration(.sweepInterval, sweepInterval, atMost: .seconds(86_400))
    drainDelay = reader.duration(.drainDelay, drainDelay, atMost: .seconds(600))
    drainDeadline = reader.duration(.drainDeadline, drainDeadline, atMost: .seconds(600))
  }
}
