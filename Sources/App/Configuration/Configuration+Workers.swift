import HTTPServer
import Operations

extension Configuration {
  /// Processes that serve: the workers, or this one alone.
  package var processes: Int { max(1, workers) }

  /// Makes these the settings of one worker among `count`: it gets its share of the limits, and no
  /// task of its parent.
  mutating func becomeWorker(of count: Int, isDatabasePrivate: Bool) {
    if isDatabasePrivate {
      let share = DatabaseShare(processes: count, wanted: databaseConnections)
      databaseConnections = share.connectionsOfProcess
    }
    workers = 0
    sharers = count
    connections = max(1, connections / count)
    proxies = proxies.shared(among: count)
    clientLimits.heldBytes /= count
    loadsDemo = false
    migrates = false
  }
}

extension Inheritance {
  /// The settings that are not in our environment because they are secrets.
  var environment: [String: String] {
    let texts: [Setting: String?] = [
      .databaseURL: workerConfiguration?.database,
      .databaseReplicaURL: workerConfiguration?.replica,
    ]
    let told = texts.compactMap { setting, text in text.map { (setting.environmentVariable, $0) } }
    return Dictionary(uniqueKeysWithValues: told)
  }

  /// Adapts the settings to this process.
  func adapt(_ configuration: inout Configuration) {
    guard let workerConfiguration else { return }
    configuration.adminTokenDigest = workerConfiguration.adminTokenDigest
    configuration.catalogue.mommyTalkKeyDigest = workerConfiguration.mommyTalkKeyDigest
    configuration.tls?.ticketSecret = workerConfiguration.ticketSecret
    configuration.keepsHouse = workerConfiguration.sweeps
    configuration.becomeWorker(
      of: max(1, workerConfiguration.workers),
      isDatabasePrivate: workerConfiguration.isDatabasePrivate)
  }
}
