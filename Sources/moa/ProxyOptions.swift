import App
import ArgumentParser

/// Where to listen, whom to believe, and how much one client may take.
struct ProxyOptions: ParsableArguments {
  @Option(help: "Where to listen: host:port, [v6]:port or unix:/path, instead of host and port.")
  var listen: String?

  @Option(
    name: .customLong("trusted-proxies"),
    help: """
      Whose Forwarded, X-Forwarded-* and X-Request-Id are believed: addresses and blocks with \
      commas, also loopback and unix (nobody's).
      """)
  var trustedProxies: String?

  @Flag(
    name: .customLong("proxy-protocol"),
    help: "Each connection begins with a PROXY header; only trusted proxies may connect.")
  var proxyProtocol = false

  @Option(
    name: .customLong("proxy-idle-deadline"),
    help: "How long a trusted proxy's connection may wait for its next request (75s).")
  var proxyIdleDeadline: String?

  @Option(
    name: .customLong("connections-per-address"),
    help: "Open connections of one address or IPv6 /64 (three quarters of all).")
  var connectionsPerAddress: String?

  @Option(
    name: .customLong("unfinished-heads-per-address"),
    help: "Connections of one address that wait inside a request head (1000).")
  var unfinishedHeadsPerAddress: String?

  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.listen] = listen
    flags[.trustedProxies] = trustedProxies
    flags[.proxyProtocol] = proxyProtocol ? "true" : nil
    flags[.proxyIdleDeadline] = proxyIdleDeadline
    flags[.connectionsPerAddress] = connectionsPerAddress
    flags[.unfinishedHeadsPerAddress] = unfinishedHeadsPerAddress
    return flags
  }
}
