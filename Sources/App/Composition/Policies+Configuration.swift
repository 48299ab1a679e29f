import EventLoop
import Transport

extension Policies {
  /// What the configuration asks for.
  ///
  /// - Parameter rateTable: the descriptor of the memory that workers share; nil makes memory of our
  ///   own when it is needed.
  /// - Throws: one sentence when the system gives none.
  init(_ configuration: Configuration, rateTable: Int32? = nil) throws(Refusal) {
    let wanted = configuration.policies
    self.init(
      origins: OriginPolicy(
        allowed: wanted.corsOrigins, publicOrigin: configuration.publicOrigin),
      adminKeys: wanted.adminClientKeys.map { AdminKeys($0) },
      mommyTalk: MommyTalkPolicy(keyDigest: configuration.catalogue.mommyTalkKeyDigest),
      openMarketV2Host: configuration.catalogue.openMarketV2Host,
      failedSecrets: SharedFailures().failedSecrets,
      vendorImagesPerDay: wanted.vendorImagesPerDay)
    guard let limit = wanted.rateLimit else { return }
    let table = SharedRateTable(try Self.memory(rateTable), limit)
    rate = RateGate(limit, showsFields: wanted.showsRateFields) { address in
      table.admit(address, atNanoseconds: MonotonicTime.now().nanoseconds)
    }
  }

  private static func memory(_ descriptor: Int32?) throws(Refusal) -> SharedMemory {
    guard let descriptor else { return try SharedMemory.create(SharedRateTable.octets) }
    return try SharedMemory.adopt(descriptor, SharedRateTable.octets)
  }
}
