import EventLoop
import Transport

extension Policies {
  /// What the configuration asks for.
  ///
  /// - Parameter memory: what workers share; nil makes memory of our own.
  /// - Throws: one sentence when the system gives none.
  init(_ configuration: Configuration, memory: WorkerMemory? = nil) throws(Refusal) {
    let wanted = configuration.policies
    let shared = if let memory { memory } else { try WorkerMemory.create() }
    self.init(
      origins: OriginPolicy(
        allowed: wanted.corsOrigins, publicOrigin: configuration.publicOrigin),
      adminKeys: wanted.adminClientKeys.map { AdminKeys($0) },
      mommyTalk: MommyTalkPolicy(keyDigest: configuration.catalogue.mommyTalkKeyDigest),
      openMarketV2Host: configuration.catalogue.openMarketV2Host,
      failedSecrets: shared.failedSecrets,
      vendorImagesPerDay: wanted.vendorImagesPerDay)
    guard let limit = wanted.rateLimit else { return }
    let table = shared.rateTable(limit)
    rate = RateGate(limit, showsFields: wanted.showsRateFields) { address in
      table.admit(address, atNanoseconds: MonotonicTime.now().nanoseconds)
    }
  }
}
