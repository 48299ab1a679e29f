import EventLoop
import HTTP
import Synchronization
import Transport

/// Counts wrong secrets for all loops of a process. Workers count for themselves, as each of them
/// compares few secrets at a time for itself.
final class SharedFailures: Sendable {
  private let table = Mutex(FailureTable())

  var failedSecrets: FailedSecrets {
    FailedSecrets { address, counts in
      let now = MonotonicTime.now().nanoseconds
      return self.table.withLock { $0.decide(address, counts: counts, atNanoseconds: now) }
    } refund: { address in
      let now = MonotonicTime.now().nanoseconds
      self.table.withLock { $0.refund(address, atNanoseconds: now) }
    }
  }
}
