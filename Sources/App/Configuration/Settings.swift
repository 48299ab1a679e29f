import Domain
import HTTPServer
import LocalPostgres
import Operations
import Transport
import Web

/// All settings, one entry each. The options of the commands, the reader of variables, `--help`,
/// `moa config` and the article *Settings* are derived from it.
extension Setting {
  // MARK: Where to listen

  package static let listen = Setting(
    "listen", .text, .none("--host and --port"), "Listen on host:port, [v6]:port or unix:/path.")
  package static let host = Setting(
    "host", .text, "127.0.0.1", "Address to listen on, or unix:/path.")
  package static let port = Setting(
    "port", .number(0...65_535), "8080", "Port to listen on; 0 takes any free one.")
  package static let publicURL = Setting(
    "public-url", .text, .none("the Host of each request"),
    "URL under which clients reach this server: image URLs begin with it.")
  package static let hosts = Setting(
    "hosts", .text, .none("any host"),
    "Hosts that requests may name, with commas, such as shop.example,shop.example:8443; others get"
      + " 421, except for health checks. The host of --public-url is one.")
  package static let metricsListen = Setting(
    "metrics-listen", .text, .none("no metrics"),
    "Serve /metrics for Prometheus on another host:port, [v6]:port or unix:/path.")

  package static let traceEndpoint = Setting(
    "trace-endpoint", .text, .none("no traces"),
    "Send spans of sampled requests to this collector by OTLP, such as http://127.0.0.1:4318.")
  package static let traceRatio = Setting(
    "trace-ratio", .text, "0",
    "Share of requests without traceparent that are sampled, from 0 to 1; others follow their"
      + " caller.")

  // MARK: Database

  package static let databaseURL = Setting(
    "database-url", .text, .none("a private PostgreSQL"), isSecret: true,
    "External PostgreSQL, such as postgres://moa@db.example/moa. Write a password into the variable,"
      + " or name a file by passfile=: the list of processes shows flags.")
  package static let databasePrepared = Setting(
    "database-prepared", .choice(["auto", "on", "off"]), "auto",
    "Whether statements are prepared: auto (not behind a pooler), on (PgBouncer from 1.21 on, with"
      + " max_prepared_statements) or off.")
  package static let databaseConnections = Setting(
    "database-connections", .number(1...100), "4",
    "Database connections of each worker: this many for reads and as many for writes.")
  package static let databaseReplicaURL = Setting(
    "database-replica-url", .text, .none(), isSecret: true,
    "Standby of the external PostgreSQL, for reads that may be a little old.")
  package static let databaseReplicaLag = Setting(
    "database-replica-lag", .duration(atMost: .seconds(60)), "1s",
    "How old an answer of the standby may be.")
  package static let staleSeconds = Setting(
    "stale-seconds", .number(0...86_400), "0",
    "Maximum age of answers that reads get while the database is away, from memory or the standby,"
      + " with `Age`. 0: reads get 503.")
  package static let slowStatement = Setting(
    "slow-statement", .duration(atMost: .seconds(3_600)), "500ms",
    "Statements that take the database longer are logged, by name and with their SQL.")
  package static let dataDirectory = Setting(
    "data-dir", .text,
    .computed("/var/lib/moa for root, else ~/.local/share/moa") { $0.usualDataDirectory },
    "Directory of the private PostgreSQL.")
  package static let archive = Setting(
    "archive", .text, .none("no archive"),
    "Directory, on another disk, for an archive of the private PostgreSQL: each write, and a copy a"
      + " day. `moa restore --until` goes back to any moment.")
  package static let archiveDays = Setting(
    "archive-days", .number(1...3_650), "7", "Days whose moments the archive keeps.")
  package static let backups = Setting(
    "backups", .text, .none("none"),
    "Directory of backups: `moa backup` without a file makes one there, `moa backup list` lists"
      + " them, and metrics tell the time of the newest.")
  package static let migrate = Setting(
    "migrate", .flag, "false", "Bring the schema of an external database up to date first.")
  package static let demo = Setting("demo", .flag, "false", "Load the demo shop, once.")
  package static let sweepInterval = Setting(
    "sweep-interval", .duration(atMost: .seconds(86_400)), "60m",
    "How often unused images, old recorded answers and forgotten devices are removed; 0 for never.")
  package static let historyDays = Setting(
    "history-days", .number(1...3_650), "365",
    "Days for which the history keeps the changes by administrators and vendors.")
  package static let lowDiskPercent = Setting(
    "low-disk-percent", .number(0...50), "5",
    "With less of it free, or too little for one picture, a disk that the server writes to is nearly"
      + " full: /readyz, metrics and log say so; 0 for never.")

  // MARK: Processes

  package static let workers = Setting(
    "workers", .number(0...256), .computed("one per usable core") { "\($0.cores)" },
    "Processes that serve; 0 serves in one process without a parent.")
  package static let drainDelay = Setting(
    "drain-delay", .duration(atMost: .seconds(600)), "5s",
    "How long to go on accepting after SIGTERM, for load balancers to notice.")
  package static let drainDeadline = Setting(
    "drain-deadline", .duration(atMost: .seconds(600)), "25s",
    "Time allowed for requests in flight after that.")
  package static let logLevel = Setting(
    "log-level", .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]),
    "info", "Lowest level that is logged, on standard error.")
  package static let logFormat = Setting(
    "log-format", .choice(["auto", "text", "json"]), "auto",
    "How the log looks: text for people, JSON lines for programs, or auto (text on a terminal).")

  // MARK: Proxies

  package static let trustedProxies = Setting(
    "trusted-proxies", .text, .none(),
    "Proxies whose Forwarded, X-Forwarded-* and X-Request-Id are believed: addresses and blocks"
      + " with commas between, also loopback and unix.")
  package static let proxyProtocol = Setting(
    "proxy-protocol", .flag, "false",
    "Expect a PROXY header (v1, v2) on each connection; only trusted proxies may connect.")
  package static let proxyIdleDeadline = Setting(
    "proxy-idle-deadline", .duration(atMost: .seconds(3_600)), "75s",
    "Time allowed for a trusted proxy's connection without a request; longer than the proxy's own.")

  // MARK: Limits of clients

  package static let connections = Setting(
    "connections", .number(1...1_000_000), "10000",
    "Open client connections, shared out among the workers.")
  package static let connectionsPerAddress = Setting(
    "connections-per-address", .number(1...1_000_000), .none("three quarters of all"),
    "Open connections of one address or IPv6 /64, ten times as many of a /56 or /48;"
      + " trusted proxies have no limit.")
  package static let unfinishedHeadsPerAddress = Setting(
    "unfinished-heads-per-address", .number(1...1_000_000), "1000",
    "Connections of one address that wait inside a request head.")
  package static let requestsPerConnection = Setting(
    "requests-per-connection", .number(1...1_000_000_000), "10000",
    "Requests before a connection is closed, so that load spreads again.")
  package static let idleDeadline = Setting(
    "idle-deadline", .duration(atMost: .seconds(3_600)), "14s",
    "Time allowed for a connection without a request.")
  package static let headDeadline = Setting(
    "head-deadline", .duration(atMost: .seconds(600)), "10s",
    "Time allowed from a request's first byte to the end of its head.")
  package static let bodyDeadline = Setting(
    "body-deadline", .duration(atMost: .seconds(3_600)), "30s",
    "Time allowed for a body, and one second more for each 64 KiB.")
  package static let writeDeadline = Setting(
    "write-deadline", .duration(atMost: .seconds(600)), "10s",
    "Time allowed for a client that reads slower than 1 KiB/s.")
  package static let heldMegabytes = Setting(
    "held-megabytes", .number(1...1_048_576), .none("64, or 5 per worker"),
    "Megabytes of bodies and unsent answers of all clients, shared out among the workers; beyond it"
      + " bodies are answered 503.")

  // MARK: Policies

  package static let adminTokenFile = Setting(
    "admin-token-file", .text, .none(),
    "File, mode 0400, with an administrator's token of at least 32 characters.")
  package static let adminToken = Setting(
    "admin-token", .text, .none(), isSecret: true, hasFlag: false, "That token itself.")
  package static let corsOrigins = Setting(
    "cors-origins", .text, .none(),
    "Origins whose pages may call this server, with commas between: https://shop.example,"
      + " capacitor://localhost, or loopback for all of this machine.")
  package static let corsFields = Setting(
    "cors-fields", .text, .none(),
    "Request fields that these pages may send besides the usual ones, with commas between.")
  package static let rateLimit = Setting(
    "rate-limit", .text, .none("600/s with --trusted-proxies, else off"),
    "Requests of each client address, such as 20/s or 600/m, or off. Each worker counts its share;"
      + " a proxy limits several servers together. Behind a proxy, use it only with"
      + " --trusted-proxies.")
  package static let rateBurst = Setting(
    "rate-burst", .number(1...RateLimit.burstMax), .none("the number of the rate"),
    "Requests at once after a pause, shared out among the workers like the rate.")
  package static let rateFields = Setting(
    "rate-fields", .truth, "true", "Whether refusals carry RateLimit and RateLimit-Policy.")
  package static let deviceRate = Setting(
    "device-rate", .text, "60/m",
    "New devices of each client address that likes something, such as 60/m; each worker counts its"
      + " share."
  )
  package static let devicesPerDay = Setting(
    "devices-per-day", .number(0...1_000_000), .none("1000, and any number for this machine"),
    "New devices of each client address in a day; 0 for any number. Each worker counts its share.")
  package static let vendorImagesPerDay = Setting(
    "vendor-images-per-day", .number(0...1_000_000), "2000",
    "Pictures that each vendor may send in a day, also broken ones; 0 for any number.")
  package static let imageOversize = Setting(
    "image-oversize", .choice(["downscale", "reject"]), "downscale",
    "Whether pictures above 300 KB are scaled down or rejected.")

  package static let language = Setting(
    "language", .choice(Language.all.map(\.tag)), .none("ko on screens, en in errors"),
    "Language of texts and errors for clients whose Accept-Language names none that is there.")

  package static let trending = Setting(
    "trending", .choice(["on", "off"]), "on",
    "Whether searches are counted for /v1/search/trending, without who searched.")

  // MARK: Existing apps

  package static let openMarketV2Host = Setting(
    "openmarket-v2-host", .text, .none("only the paths below /openmarket/v2"),
    "Host name, without a port, that is answered as the second version of Open Market.")
  package static let mommyTalkKeyFile = Setting(
    "mommytalk-key-file", .text, .none("no key is asked for"),
    "File, mode 0400, with the key that MommyTalk's apps must send.")
  package static let mommyTalkKey = Setting(
    "mommytalk-key", .text, .none(), isSecret: true, hasFlag: false, "That key itself.")

  package static let naverOpen = Setting(
    "naver-open", .flag, "false",
    "Answer Naver's shopping search to everybody, not only to clients of `moa client create`.")

  // MARK: Pages, and links that open an app

  package static let shopName = Setting(
    "shop-name", .text, "Moa", "Name of the shop on its pages and in previews of links to them.")

  package static let timeZone = Setting(
    "time-zone", .text, "Asia/Seoul",
    "Time zone in which merchandisers write dates, such as Asia/Seoul or UTC.")

  package static let iosApps = Setting(
    "ios-apps", .text, .none(),
    "iOS apps that open pages of products: TEAM.bundle, such as A1B2C3D4E5.com.example.shop, with"
      + " commas between.")
  package static let androidApps = Setting(
    "android-apps", .text, .none(),
    "Android apps that open pages of products: package:SHA256 of the certificate, with commas"
      + " between.")

  // MARK: TLS

  package static let tlsCertificate = Setting(
    "tls-certificate", .text, .none("no TLS"),
    "PEM file with the certificate and its chain. Enables TLS 1.2 and 1.3; SIGHUP reads it again.")
  package static let tlsKey = Setting(
    "tls-key", .text, .none(), "PEM file with the private key; P-256 is cheapest.")
  package static let tlsClientAuthority = Setting(
    "tls-client-ca", .text, .none(),
    "PEM file with the authorities whose client certificates are accepted.")
  package static let tlsClientCertificates = Setting(
    "tls-client-certificates", .choice(["off", "request", "require"]),
    .none("require with --tls-client-ca, else off"),
    "Whether clients are asked for a certificate.")
  package static let tlsClientKeys = Setting(
    "tls-client-keys", .text, .none("any that the authority has signed"),
    "SHA-256 sums of the public keys that client certificates may hold, with commas between.")
  package static let adminClientKeys = Setting(
    "admin-client-keys", .text, .none("no certificate is needed"),
    "SHA-256 sums of the public keys that open /admin, with commas between; the token is needed all"
      + " the same.")
  package static let tlsHandshakes = Setting(
    "tls-handshakes", .number(1...100_000), "512",
    "Concurrent handshakes per worker; beyond that the oldest idle one is dropped.")
  package static let tlsHandshakeDeadline = Setting(
    "tls-handshake-deadline", .duration(atMost: .seconds(600)), "5s",
    "Time allowed for a handshake.")

  // MARK: Development

  package static let simulate = Setting(
    "simulate", .flag, "false",
    "Take Moa-Simulate in requests and send Server-Timing in answers; for development.")

  /// All of them, in the order in which people read them.
  package static let allCases: [Setting] = [
    listen, host, port, publicURL, hosts, metricsListen, traceEndpoint, traceRatio,
    databaseURL, databasePrepared, databaseConnections, databaseReplicaURL, databaseReplicaLag,
    staleSeconds,
    slowStatement, dataDirectory, archive, archiveDays, backups, migrate, demo, sweepInterval,
    historyDays, lowDiskPercent,
    workers, drainDelay, drainDeadline, logLevel, logFormat,
    trustedProxies, proxyProtocol, proxyIdleDeadline,
    connections, connectionsPerAddress, unfinishedHeadsPerAddress, requestsPerConnection,
    idleDeadline, headDeadline, bodyDeadline, writeDeadline, heldMegabytes,
    adminTokenFile, adminToken, corsOrigins, corsFields, rateLimit, rateBurst, rateFields,
    deviceRate, devicesPerDay,
    vendorImagesPerDay, imageOversize, language, trending, openMarketV2Host, mommyTalkKeyFile,
    mommyTalkKey, naverOpen, shopName, timeZone, iosApps, androidApps,
    tlsCertificate, tlsKey, tlsClientAuthority, tlsClientCertificates, tlsClientKeys,
    adminClientKeys, tlsHandshakes, tlsHandshakeDeadline,
    simulate,
  ]
}
