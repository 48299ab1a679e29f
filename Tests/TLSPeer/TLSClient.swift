import COpenSSL
import EventLoop
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TLS client that sends exactly the bytes it is told, in records of its choice, and gives up
/// after ten seconds. `RawClient` for TLS.
///
/// Waiting happens on a helper thread; one may read while another sends.
package final class TLSClient: @unchecked Sendable {
  /// What the client offers and demands. The server's certificate is not judged, unless an
  /// authority is named.
  package struct Options: Sendable {
    package var versionMin = TLS1_2_VERSION
    package var versionMax = TLS1_3_VERSION
    /// Of TLS 1.2, in OpenSSL's words; nil for the usual ones.
    package var ciphers: String?
    /// Offered by ALPN; empty offers none.
    package var protocols: [String] = []
    package var serverName: String?
    package var certificate: TestCertificate?
    package var authorityFile: String?
    /// Bytes that are sent before the handshake, such as those of a proxy.
    package var preface: [UInt8] = []

    package init() {}
  }

  private enum Outcome: Equatable { case done(Int), ended, failed(String), timedOut }

  /// Why there is no session; nil when there is one.
  package private(set) var failure: String?
  /// The server has said close_notify.
  package private(set) var endedCleanly = false
  private let descriptor: Int32
  private let context: OpaquePointer?
  private let ssl: OpaquePointer?
  private let lock = Mutex(())
  private static let patience: Int32 = 10_000

  /// Connects to a port of this machine and shakes hands; `failure` says when that did not work.
  package static func connect(
    port: Int, _ adjust: (inout Options) -> Void = { _ in }
  ) async throws -> TLSClient {
    var options = Options()
    adjust(&options)
    let chosen = options
    return try await EventLoop.offload { TLSClient(port, chosen) }
  }

  /// Connects as `connect` does, but blocks: it belongs on a thread of its own.
  package static func connectNow(port: Int) -> TLSClient { TLSClient(port, Options()) }

  private init(_ port: Int, _ options: Options) {
    signal(SIGPIPE, SIG_IGN)
    descriptor = Self.connect(port)
    context = SSL_CTX_new(TLS_client_method())
    ssl = context.flatMap { context in
      options.apply(to: context)
      return SSL_new(context)
    }
    guard let ssl, descriptor >= 0 else {
      failure = "refused"
      return
    }
    _ = systemWrite(descriptor, options.preface)
    options.apply(toSession: ssl)
    SSL_set_fd(ssl, descriptor)
    switch attempt({ SSL_connect($0) }) {
    case .done: break
    case .failed(let reason): failure = reason
    case .ended: failure = "closed"
    case .timedOut: failure = "timed out"
    }
  }

  deinit {
    SSL_free(ssl)
    SSL_CTX_free(context)
    close(descriptor)
  }

  // MARK: What was agreed

  package var isConnected: Bool { failure == nil }
  /// Such as `TLSv1.3`.
  package var version: String { ssl.map { String(cString: SSL_get_version($0)) } ?? "" }
  /// Whether the session was resumed.
  package var isResumed: Bool { ssl.map { SSL_session_reused($0) == 1 } ?? false }
  package var cipher: String {
    guard let ssl, let cipher = SSL_get_current_cipher(ssl) else { return "" }
    return String(cString: SSL_CIPHER_get_name(cipher))
  }
  /// By ALPN; empty for none.
  package var chosenProtocol: String {
    var bytes: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    if let ssl { SSL_get0_alpn_selected(ssl, &bytes, &count) }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
  /// The server's certificate in DER form, to tell one from another.
  package var serverCertificate: [UInt8] {
    guard let ssl, let certificate = SSL_get0_peer_certificate(ssl) else { return [] }
    var encoded: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(certificate, &encoded)
    defer { CRYPTO_free(encoded, #file, #line) }
    return Array(UnsafeBufferPointer(start: encoded, count: Int(max(0, count))))
  }

  // MARK: Bytes

  /// Sends the bytes of `text` in as few records as they need.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends `bytes` in records of at most `record` bytes; false when the server is gone.
  @discardableResult
  package func send(_ bytes: [UInt8], record: Int = 16_384) -> Bool {
    guard isConnected else { return false }
    var start = 0
    while start < bytes.count {
      let piece = Array(bytes[start..<min(bytes.count, start + record)])
      guard case .done = attempt({ SSL_write($0, piece, Int32(piece.count)) }) else {
        return false
      }
      start += piece.count
    }
    return true
  }

  /// Sends bytes past TLS, where records should be.
  package func sendRaw(_ bytes: [UInt8]) { _ = systemWrite(descriptor, bytes) }

  /// Says close_notify, and goes on reading.
  package func endWriting() {
    guard let ssl, isConnected else { return }
    _ = lock.withLock { _ in SSL_shutdown(ssl) }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Sends bytes and close_notify behind them so that they arrive at once, and keeps the line open.
  package func sendLast(_ text: String) {
    guard let ssl else { return }
    hold(1)
    send(text)
    _ = lock.withLock { _ in SSL_shutdown(ssl) }
    hold(0)
  }

  private func hold(_ value: Int32) {
    #if canImport(Glibc)
      let option = TCP_CORK
    #else
      let option = TCP_NOPUSH
    #endif
    var value = value
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends the connection under TLS, as a broken line does: no close_notify.
  package func cutWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Asks for new keys in both directions (TLS 1.3), in the middle of everything.
  package func updateKeys() {
    guard let ssl else { return }
    _ = lock.withLock { _ in SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED) }
  }

  /// Asks for a renegotiation (TLS 1.2); says whether the server agreed.
  package func renegotiate() async throws -> Bool {
    try await EventLoop.offload { [self] in
      guard let ssl, SSL_renegotiate(ssl) == 1 else { return false }
      if case .done = attempt({ SSL_do_handshake($0) }) { return true }
      return false
    }
  }

  /// A buffer in the system that does not grow, so that whoever sends much must wait.
  package func fixReceiveBuffer() {
    // Less than a packet of the loopback interface, and every one waits for a timer.
    var size: Int32 = 128 * 1024
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads until `text` has come, the server ends, or time is up.
  package func read(until text: String) async throws -> String {
    try await EventLoop.offload { [self] in
      var bytes: [UInt8] = []
      let end = Array(text.utf8)
      while bytes.suffix(end.count) != end[...], case .success(let piece?) = readOnce() {
        bytes += piece
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Reads until the server ends, cleanly or not; nil when it does not in time.
  package func readToEnd() async throws -> String? {
    try await readBytesToEnd().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same as bytes.
  package func readBytesToEnd() async throws -> [UInt8]? {
    try await EventLoop.offload { [self] in
      var bytes: [UInt8] = []
      while true {
        switch readOnce() {
        case .success(let piece?): bytes += piece
        case .success(nil): return bytes
        case .failure: return nil
        }
      }
    }
  }

  /// Time is up.
  package struct TimedOut: Error {}

  /// The next bytes, or nil when the server has ended, cleanly or not. Blocks.
  package func receiveNow() throws(TimedOut) -> [UInt8]? { try readOnce().get() }

  private func readOnce() -> Result<[UInt8]?, TimedOut> {
    guard isConnected else { return .success(nil) }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let outcome = attempt { ssl in
      buffer.withUnsafeMutableBytes { SSL_read(ssl, $0.baseAddress, Int32($0.count)) }
    }
    switch outcome {
    case .done(let count): return .success(Array(buffer[..<count]))
    case .ended:
      endedCleanly = true
      return .success(nil)
    case .failed(let reason):
      failure = reason
      return .success(nil)
    case .timedOut: return .failure(TimedOut())
    }
  }

  // MARK: Waiting

  private func attempt(_ operation: (OpaquePointer) -> Int32) -> Outcome {
    guard let ssl else { return .failed("no session") }
    while true {
      let (code, error, reason) = lock.withLock { _ -> (Int32, Int32, String) in
        ERR_clear_error()
        let code = operation(ssl)
        let error = code > 0 ? SSL_ERROR_NONE : SSL_get_error(ssl, code)
        return (code, error, error == SSL_ERROR_SSL ? Self.reason() : "cut off")
      }
      switch error {
      case SSL_ERROR_NONE: return .done(Int(code))
      case SSL_ERROR_ZERO_RETURN: return .ended
      case SSL_ERROR_WANT_READ where !wait(for: POLLIN): return .timedOut
      case SSL_ERROR_WANT_WRITE where !wait(for: POLLOUT): return .timedOut
      case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: continue
      default: return .failed(reason)
      }
    }
  }

  private func wait(for event: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&entry, 1, Self.patience) > 0
  }

  /// Such as `tlsv1 alert protocol version`.
  private static func reason() -> String {
    guard let text = ERR_reason_error_string(ERR_peek_error()) else { return "unknown" }
    return String(cString: text)
  }

  private static func connect(_ port: Int) -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      return -1
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    return descriptor
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  write(descriptor, bytes, bytes.count)
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(descriptor, address, size) }
