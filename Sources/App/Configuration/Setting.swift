/// Everything that can be configured. The raw value is the name of the flag without its dashes.
package enum Setting: String, Sendable, CaseIterable {
  case listen
  case host
  case port
  case databaseURL = "database-url"
  case databaseReplicaURL = "database-replica-url"
  case databaseReplicaLag = "database-replica-lag"
  case dataDirectory = "data-dir"
  case demo
  case migrate
  case adminToken = "admin-token"
  case adminTokenFile = "admin-token-file"
  case publicURL = "public-url"
  case imageOversize = "image-oversize"
  case openMarketV2Host = "openmarket-v2-host"
  case mommyTalkKey = "mommytalk-key"
  case mommyTalkKeyFile = "mommytalk-key-file"
  case logLevel = "log-level"
  case workers
  case loops
  case connections
  case databaseConnections = "database-connections"
  case databasePrepared = "database-prepared"
  case idleDeadline = "idle-deadline"
  case proxyIdleDeadline = "proxy-idle-deadline"
  case trustedProxies = "trusted-proxies"
  case proxyProtocol = "proxy-protocol"
  case connectionsPerAddress = "connections-per-address"
  case unfinishedHeadsPerAddress = "unfinished-heads-per-address"
  case requestsPerConnection = "requests-per-connection"
  case headDeadline = "head-deadline"
  case bodyDeadline = "body-deadline"
  case writeDeadline = "write-deadline"
  case heldMegabytes = "held-megabytes"
  case sweepInterval = "sweep-interval"
  case drainDelay = "drain-delay"
  case drainDeadline = "drain-deadline"
  case corsOrigins = "cors-origins"
  case rateLimit = "rate-limit"
  case rateBurst = "rate-burst"
  case rateFields = "rate-fields"
  case vendorImagesPerDay = "vendor-images-per-day"
  case tlsCertificate = "tls-certificate"
  case tlsKey = "tls-key"
  case tlsClientAuthority = "tls-client-ca"
  case tlsClientCertificates = "tls-client-certificates"
  case tlsClientKeys = "tls-client-keys"
  case adminClientKeys = "admin-client-keys"
  case tlsHandshakes = "tls-handshakes"
  case tlsHandshakeDeadline = "tls-handshake-deadline"

  /// `MOA_DATABASE_URL`.
  package var environmentVariable: String {
    "MOA_" + rawValue.uppercased().replacing("-", with: "_")
  }

  /// Nil where a flag would show a secret in the list of processes.
  package var flag: String? {
    self == .adminToken || self == .mommyTalkKey ? nil : "--" + rawValue
  }

  /// Whether its value must not be repeated, not even in a message about a mistake in it.
  package var isSecret: Bool {
    [.adminToken, .databaseURL, .databaseReplicaURL, .mommyTalkKey].contains(self)
  }

  /// How an operator knows it: `--port (MOA_PORT)`.
  package var name: String {
    guard let flag else { return environmentVariable }
    return "\(flag) (\(environmentVariable))"
  }
}
