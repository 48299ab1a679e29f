#if os(Linux)
  internal import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The end of a listener for all who share it. The system completes a connection by itself, and
/// resets it when the listener is closed before anybody has taken it: so first nobody may begin to
/// connect, then the rest is taken, and then it is closed.
///
/// Elsewhere than on Linux nothing like it was found, and who connects in between is reset.
extension ListeningSocket {
  /// Lets nobody begin a handshake with a TCP listener, in no process and for good.
  ///
  /// The first packet of who tries is dropped. His system sends it again after a second, and meets
  /// whoever listens then, or is refused.
  ///
  /// - Returns: whether handshakes may be under way that are worth waiting for.
  /// Source: socket(7), SO_ATTACH_FILTER; RFC 6298 §2.
  func refuseHandshakes() -> Bool {
    #if os(Linux)
      address.port != nil && moa_refuse_handshakes(descriptor) == 0
    #else
      false
    #endif
  }

  /// Has whoever connects to a Unix-domain listener refused, in all processes and for good. Who is
  /// in its queue can still be taken.
  ///
  /// On TCP the same call would reset the queue.
  func endQueue() {
    #if os(Linux)
      if address.port == nil { shutdown(descriptor, Int32(SHUT_RDWR)) }
    #endif
  }
}
