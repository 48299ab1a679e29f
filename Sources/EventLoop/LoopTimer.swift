/// A one-shot timer on a loop; it can be armed again and again.
///
/// Belongs to the loop that made it: arm and cancel there. Precision is about a millisecond.
public final class LoopTimer {
  /// When it fires, or nil when it is not armed.
  @exclusivity(unchecked) public internal(set) var deadline: MonotonicTime?
  /// The index in the loop's heap, or -1.
  @exclusivity(unchecked) var place = -1
  private unowned let loop: EventLoop
  private let action: () -> Void

  init(loop: EventLoop, action: @escaping () -> Void) {
    self.loop = loop
    self.action = action
  }

  /// Fires once at `time`, instead of at any time it was armed for before.
  public func arm(at time: MonotonicTime) { loop.arm(self, at: time) }

  /// Fires no more, unless it is armed again.
  public func cancel() { loop.cancel(self) }

  func fire() { action() }
}
