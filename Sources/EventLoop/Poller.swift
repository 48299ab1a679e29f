internal import Dispatch

/// The one part that differs between systems: how descriptors are watched.
///
/// Everything happens on the loop's queue. A poller reports through `EventLoop.turn`.
protocol Poller: AnyObject {
  func start(_ loop: EventLoop)
  func add(_ descriptor: Int32, _ watch: Watch, _ handler: any ReadinessHandler)
    throws(EventLoopError) -> Int
  /// Continues or pauses reporting; costs nothing where readiness is edge-triggered.
  func setInterest(_ token: Int, readable: Bool, writable: Bool)
  /// Ends reporting at once, also for events that are already fetched.
  func remove(_ token: Int, _ descriptor: Int32, closing: Bool)
  /// Ends a wait inside a turn, because the queue has work. May be called from anywhere.
  func interrupt()
}

/// A descriptor that is being watched; ends with `cancel`.
///
/// Owned by the object that owns the descriptor, on the loop.
public final class Registration {
  private let poller: any Poller
  private let token: Int
  private let descriptor: Int32
  private var isActive = true

  init(poller: any Poller, token: Int, descriptor: Int32) {
    self.poller = poller
    self.token = token
    self.descriptor = descriptor
  }

  /// Says which directions the owner wants to hear about; both at first.
  public func setInterest(readable: Bool, writable: Bool) {
    guard isActive else { return }
    poller.setInterest(token, readable: readable, writable: writable)
  }

  /// Stops watching. Call it before the descriptor is closed.
  ///
  /// `closing` says that the caller closes the only copy of the descriptor right away, which
  /// takes it out of an epoll set by itself and saves a system call.
  public func cancel(closing: Bool = false) {
    guard isActive else { return }
    isActive = false
    poller.remove(token, descriptor, closing: closing)
  }
}
