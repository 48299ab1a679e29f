internal import COpenSSL

/// One TLS session over a socket, without blocking. Owned by its connection's loop.
///
/// OpenSSL asks us for bytes through a BIO of our own (see the extension), so all system calls
/// stay in `Socket`: no SIGPIPE, and no read that is known to find nothing.
final class TLSSession: @unchecked Sendable {
  enum Step: Equatable {
    case done
    case waits
    /// The first bytes are no TLS but, it seems, HTTP.
    case plain
    case failed(String)
  }

  let descriptor: Int32
  let context: TLSContext
  let ssl: OpaquePointer
  /// The readiness that the last call needs to go on.
  private(set) var needsReadable = true
  private(set) var needsWritable = false
  /// The last read took all that the socket had, and nothing is left inside.
  private(set) var isDrained = false
  /// A read waits for room to write, or a write for bytes: both in a change of keys.
  private(set) var isCrossed = false
  private var isBroken = false
  private var isFinished = false

  // State of the BIO; see the extension.
  var socketIsEmpty = false
  /// The client will send no more. OpenSSL reports this only once: the end follows the last bytes.
  var endIsComing = false
  var hasEnded = false
  var looksPlain = false
  var received = 0
  var transmitted = 0

  /// Nil when there is no memory.
  init?(_ descriptor: Int32, _ context: TLSContext) {
    guard let ssl = SSL_new(context.pointer) else { return nil }
    guard let bio = Self.makeBIO() else {
      SSL_free(ssl)
      return nil
    }
    self.descriptor = descriptor
    self.context = context
    self.ssl = ssl
    BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
    BIO_set_init(bio, 1)
    // One BIO for both directions, which belongs to the session from here on.
    SSL_set_bio(ssl, bio, bio)
    SSL_set_accept_state(ssl)
  }

  deinit { SSL_free(ssl) }

  // MARK: Steps

  /// Goes on with the handshake as far as the bytes that are there allow.
  func shakeHands() -> Step {
    begin()
    let code = SSL_do_handshake(ssl)
    if code == 1 { return .done }
    if looksPlain { return .plain }
    switch SSL_get_error(ssl, code) {
    case SSL_ERROR_WANT_READ: return .waits
    case SSL_ERROR_WANT_WRITE:
      (needsReadable, needsWritable) = (false, true)
      return .waits
    case SSL_ERROR_SYSCALL, SSL_ERROR_ZERO_RETURN: return .failed("the client left")
    default: return .failed(hasEnded ? "the client left" : OpenSSLReason.take())
    }
  }

  /// Decrypts the bytes that arrived, up to the size of `buffer`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Socket.Read {
    guard !isBroken else { return .failed }
    begin()
    isDrained = false
    var count = 0
    while count < buffer.count {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let code = SSL_read(ssl, room.baseAddress, Int32(clamping: room.count))
      guard code > 0 else { return endRead(code, after: count) }
      count += Int(code)
    }
    return .bytes(count)
  }

  /// An end or a failure after bytes is reported at the next read: until then the session is not
  /// drained.
  private func endRead(_ code: Int32, after count: Int) -> Socket.Read {
    switch SSL_get_error(ssl, code) {
    case SSL_ERROR_WANT_READ: isDrained = true
    case SSL_ERROR_WANT_WRITE: (isDrained, isCrossed) = (true, true)
    case SSL_ERROR_ZERO_RETURN: return count > 0 ? .bytes(count) : .end
    default:
      isBroken = true
      return count > 0 ? .bytes(count) : .failed
    }
    return count > 0 ? .bytes(count) : .wouldBlock
  }

  /// Encrypts and sends; returns how many bytes were taken, or nil when the session is broken.
  ///
  /// A record that the system takes in part counts as not taken, and waits here: the same bytes
  /// must come again.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard !isBroken, !isFinished else { return nil }
    begin()
    var taken = 0
    while taken < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[taken...])
      let code = SSL_write(ssl, rest.baseAddress, Int32(clamping: rest.count))
      guard code > 0 else { return endWrite(code, after: taken) }
      taken += Int(code)
    }
    return taken
  }

  private func endWrite(_ code: Int32, after taken: Int) -> Int? {
    switch SSL_get_error(ssl, code) {
    case SSL_ERROR_WANT_WRITE: return taken
    case SSL_ERROR_WANT_READ:
      isCrossed = true
      return taken
    default:
      isBroken = true
      return nil
    }
  }

  /// Sends close_notify. False while the system does not take it.
  ///
  /// Source: RFC 8446 §6.1. Reading continues until the client sends close_notify, too.
  func finish() -> Bool {
    guard !isFinished, !isBroken else { return true }
    begin()
    let code = SSL_shutdown(ssl)
    if code < 0, SSL_get_error(ssl, code) == SSL_ERROR_WANT_WRITE { return false }
    isFinished = true
    OpenSSLReason.forget()
    return true
  }

  /// Clears the errors of earlier calls, so that the next one does not report them.
  private func begin() {
    OpenSSLReason.forget()
    socketIsEmpty = false
    isCrossed = false
    (needsReadable, needsWritable) = (true, false)
  }

  // MARK: The client's certificate

  /// The fingerprint of the client's public key; nil when it was not asked or showed none.
  var clientFingerprint: String? {
    guard context.asksForCertificates, let certificate = SSL_get0_peer_certificate(ssl) else {
      return nil
    }
    return Self.fingerprint(of: certificate)
  }

  /// SHA-256 over the public key as encoded in the certificate, in lower-case hexadecimal: it
  /// stays when a certificate is renewed.
  static func fingerprint(of certificate: OpaquePointer) -> String {
    var encoded: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
    guard count > 0, let encoded else { return "" }
    defer { CRYPTO_free(encoded, #file, #line) }
    var digest = [UInt8](repeating: 0, count: 32)
    _ = SHA256(encoded, Int(count), &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
