internal import EventLoop

extension Server {
  /// Reads the certificate, key and authority files again; new handshakes use them, open
  /// connections stay as they are.
  ///
  /// Files that are wrong change nothing. What happened is reported as an event. Returns whether
  /// the files are in use; false too for a server without TLS.
  @discardableResult
  public func reloadTLS() async -> Bool {
    guard let policy = tls else { return false }
    do {
      let identity = try await EventLoop.offload { try TLSIdentity(policy.identity.configuration) }
      for serverLoop in serverLoops {
        let context = try TLSContext(identity, secret: policy.secret)
        try await serverLoop.service.loop.run {
          serverLoop.service.handshakeQueue?.context = context
        }
      }
      observe(.certificateLoaded(daysLeft: identity.daysLeft))
      return true
    } catch {
      observe(.certificateNotLoaded(reason: "\(error)"))
      return false
    }
  }
}
