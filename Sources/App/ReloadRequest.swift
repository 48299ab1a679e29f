import HTTPServer
import Synchronization

/// What SIGHUP means for a server with TLS: its certificate has been renewed.
///
/// Source: nginx, HAProxy and certbot's hooks, which agree on this signal.
final class ReloadRequest: Sendable {
  private let server = Mutex<Server?>(nil)

  func willServe(_ server: Server) { self.server.withLock { $0 = server } }

  /// Has the files read again, soon, when there are any.
  func receive() {
    guard let server = server.withLock({ $0 }) else { return }
    Task { await server.reloadTLS() }
  }
}
