import EventLoop

/// The sync that ends a batch of reads. Their callers do not wait for it, but nobody has the
/// connection for himself before it.
final class BatchEnd: Operation {
  private var waiters: [UnsafeContinuation<Void, Never>] = []

  init(deadline: MonotonicTime) {
    super.init(startedAt: deadline, deadline: deadline, isRepeatable: true)
  }

  override var text: String { "the end of a batch" }

  func wait(_ waiter: UnsafeContinuation<Void, Never>) { waiters.append(waiter) }

  override func finish() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
