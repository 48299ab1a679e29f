import Synchronization

/// What SIGHUP means for a server with TLS: its certificate has been renewed.
///
/// Source: nginx, HAProxy and certbot's hooks, which agree on this signal.
final class ReloadRequest: Sendable {
  private struct State {
    var reload: (@Sendable () async -> Void)?
    /// Whether it was asked for before anybody could do it.
    var isDue = false
  }

  private let state = Mutex(State())

  /// From now on `reload` reads the files again; at once when somebody has asked already, because
  /// what was read at the start may be older than that.
  func willServe(_ reload: @escaping @Sendable () async -> Void) {
    let isDue = state.withLock { state in
      state.reload = reload
      return state.isDue
    }
    if isDue { receive() }
  }

  /// Has the files read again, soon, when there are any.
  func receive() {
    let reload = state.withLock { state in
      state.isDue = state.reload == nil
      return state.reload
    }
    guard let reload else { return }
    Task { await reload() }
  }
}
