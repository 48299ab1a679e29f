import LocalPostgres
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells systemd that this service is ready, stopping or alive. Does nothing without systemd.
///
/// Source: sd_notify(3), sd_watchdog_enabled(3).
package final class SystemdNotifier: Sendable {
  package enum State: String, Sendable {
    case ready = "READY=1"
    case stopping = "STOPPING=1"
    case alive = "WATCHDOG=1"
  }

  /// Half of the time without a sign of life after which systemd restarts the service. Nil when it
  /// has no watchdog.
  package let aliveInterval: Duration?
  private let path: String?
  private let aliveAt = Mutex<ContinuousClock.Instant?>(nil)

  /// Takes systemd's variables out of the environment, so that no child uses them.
  package static func ofThisProcess() -> SystemdNotifier {
    let notifier = SystemdNotifier(OwnProcess.environment, process: getpid())
    for name in [socketVariable, intervalVariable, processVariable] { unsetenv(name) }
    return notifier
  }

  /// - Parameter process: whose number `WATCHDOG_PID` must be, where it is there.
  init(_ environment: [String: String], process: pid_t) {
    path = environment[Self.socketVariable].flatMap { $0.isEmpty ? nil : $0 }
    let isOurs = environment[Self.processVariable].map { $0 == "\(process)" } ?? true
    aliveInterval = environment[Self.intervalVariable].flatMap(Int64.init).flatMap {
      isOurs && $0 > 1 ? .microseconds($0 / 2) : nil
    }
  }

  private static let socketVariable = "NOTIFY_SOCKET"
  private static let intervalVariable = "WATCHDOG_USEC"
  private static let processVariable = "WATCHDOG_PID"

  /// Sends one message. A failure is ignored: the service works without it.
  package func tell(_ state: State) {
    guard let path, let (address, length) = Self.address(path) else { return }
    let descriptor = socket(AF_UNIX, Self.datagram, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        sendto(
          descriptor, state.rawValue, state.rawValue.utf8.count, Self.doNotWait, address,
          length)
      }
    }
  }

  /// Sends a sign of life, at most one in ``aliveInterval``.
  package func tellAlive() {
    guard let aliveInterval else { return }
    let now = ContinuousClock.now
    let isDue = aliveAt.withLock { last in
      if let last, now - last < aliveInterval { return false }
      last = now
      return true
    }
    if isDue { tell(.alive) }
  }

  /// A path of the file system, or, with a leading `@`, an abstract name of Linux.
  private static func address(_ path: String) -> (sockaddr_un, socklen_t)? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0
    return (address, socklen_t(start + bytes.count))
  }

  #if os(Linux)
    private static let datagram = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    private static let doNotWait = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
  #else
    private static let datagram = SOCK_DGRAM
    private static let doNotWait = MSG_DONTWAIT
  #endif
}
