import App
import ArgumentParser

/// The settings of a server: what `moa serve` works by and `moa doctor` looks at.
struct ServeOptions: ParsableArguments {
  @OptionGroup var database: DatabaseOptions
  @OptionGroup var replica: ReplicaOptions
  @OptionGroup var policies: PolicyOptions
  @OptionGroup var catalogue: CatalogueOptions

  @OptionGroup(title: "Network and proxies") var proxies: ProxyOptions
  @OptionGroup var tls: TLSOptions

  @Option(help: "Address to listen on, or unix:/path (127.0.0.1).")
  var host: String?

  @Option(help: "Port to listen on; 0 for any (8080).")
  var port: String?

  @Flag(help: "Load the demo shop, once.")
  var demo = false

  @Flag(help: "Bring the schema of an external database up to date first.")
  var migrate = false

  @Option(
    name: .customLong("public-url"),
    help: "Under which URL clients reach this server (the Host of each request).")
  var publicURL: String?

  @Option(
    name: .customLong("admin-token-file"),
    help: "File with an administrator's token, mode 0400; MOA_ADMIN_TOKEN holds the token itself.")
  var adminTokenFile: String?

  @Option(help: "Processes that serve; 0 serves in this one (one for each core).")
  var workers: String?

  @Option(help: "Event loops of a server without workers (one for each core).")
  var loops: String?

  @Option(help: "Open client connections (10000).")
  var connections: String?

  @Option(
    name: .customLong("database-connections"), help: "Database connections of each loop (4).")
  var databaseConnections: String?

  @Option(
    name: .customLong("idle-deadline"),
    help: "How long a connection may wait for its next request (14s).")
  var idleDeadline: String?

  @OptionGroup var clientLimits: ClientLimitOptions

  @Option(
    name: .customLong("sweep-interval"),
    help: "How often unused images and old recorded answers are removed; 0 for never (60m).")
  var sweepInterval: String?

  @Option(
    name: .customLong("drain-delay"),
    help: "How long to go on accepting after SIGTERM, for load balancers to notice (5s).")
  var drainDelay: String?

  @Option(
    name: .customLong("drain-deadline"), help: "For requests in flight after that (25s).")
  var drainDeadline: String?

  var flags: [Setting: String] {
    var flags = database.flags.merging(proxies.flags) { $1 }
    flags.merge(replica.flags) { $1 }
    flags.merge(policies.flags) { $1 }
    flags.merge(catalogue.flags) { $1 }
    flags.merge(clientLimits.flags) { $1 }
    flags.merge(tls.flags) { $1 }
    flags[.host] = host
    flags[.port] = port
    flags[.demo] = demo ? "true" : nil
    flags[.migrate] = migrate ? "true" : nil
    flags[.publicURL] = publicURL
    flags[.adminTokenFile] = adminTokenFile
    flags[.workers] = workers
    flags[.loops] = loops
    flags[.connections] = connections
    flags[.databaseConnections] = databaseConnections
    flags[.idleDeadline] = idleDeadline
    flags[.sweepInterval] = sweepInterval
    flags[.drainDelay] = drainDelay
    flags[.drainDeadline] = drainDeadline
    return flags
  }
}
