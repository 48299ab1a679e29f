package import HTTP
import HTTPServer
import LocalPostgres

/// The trusted proxies, and the limits of one client.
package struct ProxyConfiguration: Sendable {
  /// Proxies whose information about clients is trusted; empty by default.
  package var trusted: [AddressBlock]
  /// Whether each connection begins with a PROXY header.
  package var usesProxyProtocol: Bool
  /// How long a trusted proxy's connection may wait for its next request. The proxy must give up
  /// idle connections earlier (nginx after 60 s), or it loses requests in the race; hence 75 s.
  package var idleDeadline: Duration
  /// Nil means three quarters of all, and any number for this machine.
  package var connectionsPerAddress: Int?
  package var unfinishedHeadsPerAddress: Int

  init(_ reader: inout SettingReader) {
    let form = "addresses and blocks such as 10.0.0.0/8, or loopback, or unix, with commas"
    trusted = reader.optional(.trustedProxies, expecting: form) { Self.blocks($0) } ?? []
    usesProxyProtocol = reader.truth(.proxyProtocol)
    if usesProxyProtocol, reader.text(.trustedProxies) == nil {
      reader.reject(
        .proxyProtocol,
        "no proxy is trusted, so none may connect: name them with \(Setting.trustedProxies.name).")
    }
    idleDeadline = reader.duration(.proxyIdleDeadline)
    connectionsPerAddress = reader.optionalNumber(.connectionsPerAddress)
    unfinishedHeadsPerAddress = reader.number(.unfinishedHeadsPerAddress)
  }

  /// Nil when one of the words is unknown.
  private static func blocks(_ text: String) -> [AddressBlock]? {
    var blocks: [AddressBlock] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = word.withoutBlanks
      if word == "loopback" {
        blocks += AddressBlock.loopback
      } else {
        guard let block = AddressBlock(word) else { return nil }
        blocks.append(block)
      }
    }
    return blocks
  }

  /// The same for one of `count` processes that serve together: its part of each limit, rounded up.
  package func shared(among count: Int) -> ProxyConfiguration {
    func part(_ limit: Int) -> Int { max(1, limit / count + (limit % count == 0 ? 0 : 1)) }
    var share = self
    share.connectionsPerAddress = connectionsPerAddress.map(part)
    share.unfinishedHeadsPerAddress = part(unfinishedHeadsPerAddress)
    return share
  }

  /// Hands everything over to the server.
  func apply(to server: inout ServerConfiguration) {
    server.trustedProxies = trusted
    server.proxyProtocol = usesProxyProtocol
    server.deadlines.trustedIdle = idleDeadline
    server.connectionsPerAddressMax = connectionsPerAddress
    server.unfinishedHeadsPerAddressMax = unfinishedHeadsPerAddress
  }
}

extension Configuration {
  /// Reads `--listen`, which combines host and port.
  mutating func readListen(_ reader: inout SettingReader) {
    let wanted = Self.address(.listen, &reader)
    guard let wanted else { return }
    if let other = [Setting.host, .port].first(where: { reader.text($0) != nil }) {
      reader.reject(.listen, "it says what \(other.name) says too: leave one of them out.")
    }
    switch wanted {
    case .tcp(let host, let port): (self.host, self.port) = (host, port)
    case .unix(let path): host = "unix:" + path
    }
  }

  /// Reads `--metrics-listen`, which must not be the address of clients.
  mutating func readMetricsListen(_ reader: inout SettingReader) {
    metricsAddress = Self.address(.metricsListen, &reader)
    guard let metricsAddress, metricsAddress.port != 0,
      metricsAddress == ListenAddress(host: host, port: port)
    else { return }
    reader.reject(.metricsListen, "clients are served there: choose another address.")
  }

  private static func address(
    _ setting: Setting, _ reader: inout SettingReader
  ) -> ListenAddress? {
    let form = "host:port, [2001:db8::1]:port, or unix: and an absolute path"
    return reader.optional(setting, expecting: form) { text in
      text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 260
        ? ListenAddress(text) : nil
    }
  }
}
