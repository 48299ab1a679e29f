/// The operations that a descriptor allows now.
public struct Readiness: OptionSet, Sendable {
  /// One bit for each state.
  public let rawValue: UInt8
  /// A combination of states.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reading will not block: bytes, the end of the stream, or an error are waiting.
  public static let readable = Readiness(rawValue: 1)
  /// Writing will not block.
  public static let writable = Readiness(rawValue: 2)
  /// The descriptor is broken or hung up in both directions; comes with the other two.
  public static let closed = Readiness(rawValue: 4)
  /// The peer will send no more; comes with `readable`, so that the end can be read.
  public static let ended = Readiness(rawValue: 8)
}

/// Told on the loop when its descriptor becomes ready.
///
/// Readiness is reported when it begins (edge-triggered on Linux): read or write until `EAGAIN`,
/// or remember that you stopped early.
public protocol ReadinessHandler: AnyObject {
  func ready(_ readiness: Readiness)
}

/// Something to do once before the current turn ends, such as flushing what the turn has written.
public protocol EndOfTurn: AnyObject {
  func endOfTurn()
}

/// How a descriptor is watched.
public enum Watch: Sendable {
  /// Both directions, reported when readiness begins.
  case connection
  /// Incoming connections; all waiting processes that share the listener are woken.
  case listener
}
