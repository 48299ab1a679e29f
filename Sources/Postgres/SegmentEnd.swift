import EventLoop

/// The sync that ends a segment of reads; nobody waits for it, but nothing is clean before it.
final class SegmentEnd: Operation {
  init(deadline: MonotonicTime) {
    super.init(startedAt: deadline, deadline: deadline, isRepeatable: true)
  }

  override var text: String { "the end of a segment" }
}
