import EventLoop
import Transport

extension Policies {
  /// What the configuration asks for.
  ///
  /// - Parameter memory: of `SharedRateTable.octets`, which workers share; nil makes memory of our
  ///   own when it is needed.
  /// - Throws: one sentence when the system gives none.
  init(_ configuration: Configuration, rateMemory: SharedMemory? = nil) throws(Refusal) {
    let wanted = configuration.policies
    self.init(
      origins: OriginPolicy(
        allowed: wanted.corsOrigins, publicOrigin: configuration.publicOrigin))
    guard let limit = wanted.rateLimit else { return }
    let table: SharedRateTable
    if let rateMemory {
      table = SharedRateTable(rateMemory, limit)
    } else {
      table = SharedRateTable(try SharedMemory.create(SharedRateTable.octets), limit)
    }
    rate = RateGate(limit, showsFields: wanted.showsRateFields) { address in
      table.admit(address, atNanoseconds: MonotonicTime.now().nanoseconds)
    }
  }
}
