import App
import ArgumentParser
import Operations

/// Which database a command works on.
struct DatabaseOptions: ParsableArguments {
  @Option(.databaseURL) var databaseURL: String?
  @Option(.databasePrepared) var databasePrepared: String?
  @Option(.dataDirectory) var dataDirectory: String?
  @Option(.logLevel) var logLevel: String?
  @Option(.logFormat) var logFormat: String?

  var flags: [Setting: String] {
    given([
      .databaseURL: databaseURL, .databasePrepared: databasePrepared,
      .dataDirectory: dataDirectory, .logLevel: logLevel, .logFormat: logFormat,
    ])
  }
}

/// The settings of a server: what `moa serve` works by and `moa doctor` looks at.
struct ServeOptions: ParsableArguments {
  @Option(.listen) var listen: String?
  @Option(.host) var host: String?
  @Option(.port) var port: String?
  @Option(.publicURL) var publicURL: String?
  @Option(.metricsListen) var metricsListen: String?
  @Option(.traceEndpoint) var traceEndpoint: String?
  @Option(.traceRatio) var traceRatio: String?

  @OptionGroup var database: DatabaseOptions
  @Option(.databaseConnections) var databaseConnections: String?
  @Option(.databaseReplicaURL) var databaseReplicaURL: String?
  @Option(.databaseReplicaLag) var databaseReplicaLag: String?
  @Option(.slowStatement) var slowStatement: String?
  @Option(.archive) var archive: String?
  @Option(.archiveDays) var archiveDays: String?
  @Flag(.migrate) var migrate = false
  @Flag(.demo) var demo = false
  @Option(.sweepInterval) var sweepInterval: String?
  @Option(.lowDiskMegabytes) var lowDiskMegabytes: String?

  @Option(.workers) var workers: String?
  @Option(.drainDelay) var drainDelay: String?
  @Option(.drainDeadline) var drainDeadline: String?

  @Option(.trustedProxies) var trustedProxies: String?
  @Flag(.proxyProtocol) var proxyProtocol = false
  @Option(.proxyIdleDeadline) var proxyIdleDeadline: String?

  @Option(.connections) var connections: String?
  @Option(.connectionsPerAddress) var connectionsPerAddress: String?
  @Option(.unfinishedHeadsPerAddress) var unfinishedHeadsPerAddress: String?
  @Option(.requestsPerConnection) var requestsPerConnection: String?
  @Option(.idleDeadline) var idleDeadline: String?
  @Option(.headDeadline) var headDeadline: String?
  @Option(.bodyDeadline) var bodyDeadline: String?
  @Option(.writeDeadline) var writeDeadline: String?
  @Option(.heldMegabytes) var heldMegabytes: String?

  @Option(.adminTokenFile) var adminTokenFile: String?
  @Option(.corsOrigins) var corsOrigins: String?
  @Option(.rateLimit) var rateLimit: String?
  @Option(.rateBurst) var rateBurst: String?
  @Option(.rateFields) var rateFields: String?
  @Option(.deviceRate) var deviceRate: String?
  @Option(.vendorImagesPerDay) var vendorImagesPerDay: String?
  @Option(.imageOversize) var imageOversize: String?
  @Option(.language) var language: String?
  @Option(.trending) var trending: String?
  @Option(.openMarketV2Host) var openMarketV2Host: String?
  @Option(.mommyTalkKeyFile) var mommyTalkKeyFile: String?
  @Flag(.naverOpen) var naverOpen = false
  @Option(.iosApps) var iosApps: String?
  @Option(.androidApps) var androidApps: String?

  @Option(.tlsCertificate) var tlsCertificate: String?
  @Option(.tlsKey) var tlsKey: String?
  @Option(.tlsClientAuthority) var tlsClientAuthority: String?
  @Option(.tlsClientCertificates) var tlsClientCertificates: String?
  @Option(.tlsClientKeys) var tlsClientKeys: String?
  @Option(.adminClientKeys) var adminClientKeys: String?
  @Option(.tlsHandshakes) var tlsHandshakes: String?
  @Option(.tlsHandshakeDeadline) var tlsHandshakeDeadline: String?

  @Flag(.simulate) var simulate = false

  var flags: [Setting: String] {
    given([
      .listen: listen, .host: host, .port: port, .publicURL: publicURL,
      .metricsListen: metricsListen, .traceEndpoint: traceEndpoint, .traceRatio: traceRatio,
      .databaseConnections: databaseConnections, .databaseReplicaURL: databaseReplicaURL,
      .databaseReplicaLag: databaseReplicaLag, .slowStatement: slowStatement,
      .archive: archive, .archiveDays: archiveDays,
      .migrate: migrate ? "true" : nil,
      .demo: demo ? "true" : nil, .sweepInterval: sweepInterval,
      .lowDiskMegabytes: lowDiskMegabytes,
      .workers: workers, .drainDelay: drainDelay, .drainDeadline: drainDeadline,
      .trustedProxies: trustedProxies, .proxyProtocol: proxyProtocol ? "true" : nil,
      .proxyIdleDeadline: proxyIdleDeadline,
      .connections: connections, .connectionsPerAddress: connectionsPerAddress,
      .unfinishedHeadsPerAddress: unfinishedHeadsPerAddress,
      .requestsPerConnection: requestsPerConnection, .idleDeadline: idleDeadline,
      .headDeadline: headDeadline, .bodyDeadline: bodyDeadline, .writeDeadline: writeDeadline,
      .heldMegabytes: heldMegabytes,
      .adminTokenFile: adminTokenFile, .corsOrigins: corsOrigins, .rateLimit: rateLimit,
      .rateBurst: rateBurst, .rateFields: rateFields, .deviceRate: deviceRate,
      .vendorImagesPerDay: vendorImagesPerDay,
      .imageOversize: imageOversize, .language: language, .trending: trending,
      .openMarketV2Host: openMarketV2Host,
      .mommyTalkKeyFile: mommyTalkKeyFile, .naverOpen: naverOpen ? "true" : nil,
      .iosApps: iosApps, .androidApps: androidApps,
      .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .tlsClientAuthority: tlsClientAuthority,
      .tlsClientCertificates: tlsClientCertificates, .tlsClientKeys: tlsClientKeys,
      .adminClientKeys: adminClientKeys, .tlsHandshakes: tlsHandshakes,
      .tlsHandshakeDeadline: tlsHandshakeDeadline,
      .simulate: simulate ? "true" : nil,
    ]).merging(database.flags) { $1 }
  }
}

private func given(_ options: [Setting: String?]) -> [Setting: String] {
  options.compactMapValues { $0 }
}

extension Option where Value == String? {
  init(_ setting: Setting) {
    self.init(name: .customLong(setting.key), help: ArgumentHelp(setting.optionHelp))
  }
}

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ setting: Setting) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(setting.key),
      help: ArgumentHelp(setting.optionHelp))
  }
}

extension Setting {
  fileprivate var optionHelp: String {
    kind == .flag ? help : "\(help) (default: \(fallback.shown))"
  }
}
