internal import COpenSSL

/// The policy of new sessions, as OpenSSL wants it. Owned by the loop.
///
/// Source: Mozilla Server Side TLS 5.7, "intermediate", less its two finite-field ciphers, which
/// cost a server much and serve no client that lacks the others; OWASP ASVS 5.0.0 §12.1.
final class TLSContext: @unchecked Sendable {
  let pointer: OpaquePointer
  let asksForCertificates: Bool
  let clientKeys: Set<String>
  private var ticketKeys: TLSTicketKeys

  private static let ciphers = """
    ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:\
    ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:\
    ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305
    """
  private static let groups = "X25519:P-256:P-384"

  /// - Throws: when the files of the identity are invalid.
  init(_ identity: TLSIdentity, secret: [UInt8]) throws(ServerError) {
    OpenSSLReason.forget()
    guard let pointer = SSL_CTX_new(TLS_server_method()) else {
      throw ServerError("cannot begin with TLS: \(OpenSSLReason.take())")
    }
    self.pointer = pointer
    asksForCertificates = identity.configuration.clientCertificates != .off
    clientKeys = identity.configuration.clientKeys
    ticketKeys = TLSTicketKeys(secret: secret)
    try setPolicy()
    try use(identity)
    if asksForCertificates {
      try askForCertificates(identity.configuration)
    } else {
      SSL_CTX_set_timeout(pointer, TLSTicketKeys.period)
    }
  }

  deinit { SSL_CTX_free(pointer) }

  /// Seals tickets under this hour's keys. A handshake must not be under way on another thread.
  func renewTicketKeys(second: Int) {
    guard !asksForCertificates else { return }
    let length = moa_tls_ticket_keys_length(pointer)
    guard var keys = ticketKeys.next(bytes: length, second: second) else { return }
    _ = moa_tls_set_ticket_keys(pointer, &keys, length)
    OPENSSL_cleanse(&keys, keys.count)
  }

  private func setPolicy() throws(ServerError) {
    guard moa_tls_set_versions(pointer, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
      SSL_CTX_set_cipher_list(pointer, Self.ciphers) == 1,
      moa_tls_set_groups(pointer, Self.groups) == 1
    else { throw ServerError("this OpenSSL lacks a cipher: \(OpenSSLReason.take())") }
    moa_tls_set_options(pointer)
    moa_tls_set_modes(pointer)
    SSL_CTX_set_alpn_select_cb(pointer, Self.selectProtocol, nil)
  }

  /// Agrees on `http/1.1` or on nothing: a client that offers only others would speak them.
  ///
  /// Source: RFC 7301 §3.2.
  private static let selectProtocol: SSL_CTX_alpn_select_cb_func = {
    _, chosen, chosenLength, offered, offeredLength, _ in
    guard let chosen, let chosenLength, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    var place = 0
    let end = Int(offeredLength)
    while place < end {
      let length = Int(offered[place])
      let count = min(length, end - place - 1)
      let name = UnsafeBufferPointer(start: offered + place + 1, count: count)
      if name.elementsEqual("http/1.1".utf8) {
        chosen.pointee = offered + place + 1
        chosenLength.pointee = UInt8(name.count)
        return SSL_TLSEXT_ERR_OK
      }
      place += 1 + length
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
  }

  private func use(_ identity: TLSIdentity) throws(ServerError) {
    let configuration = identity.configuration
    guard SSL_CTX_use_certificate(pointer, identity.certificate) == 1 else {
      throw TLSIdentity.File.certificate.refusal(
        configuration.certificateFile, "cannot be used: \(OpenSSLReason.take())")
    }
    guard SSL_CTX_use_PrivateKey(pointer, identity.key) == 1 else {
      throw TLSIdentity.File.key.refusal(
        configuration.keyFile, "cannot be used: \(OpenSSLReason.take())")
    }
    for certificate in identity.chain where moa_tls_add_chain(pointer, certificate) != 1 {
      throw TLSIdentity.File.certificate.refusal(
        configuration.certificateFile, "its chain cannot be used: \(OpenSSLReason.take())")
    }
  }
}

/// The TLS configuration, loaded: the identity from the files, and the secret of session tickets.
struct TLSPolicy {
  let identity: TLSIdentity
  let secret: [UInt8]

  /// Nil when there is no TLS.
  static func load(_ configuration: TLSConfiguration?) throws(ServerError) -> TLSPolicy? {
    guard let configuration else { return nil }
    return TLSPolicy(
      identity: try TLSIdentity(configuration), secret: try secret(of: configuration))
  }

  private static func secret(of configuration: TLSConfiguration) throws(ServerError) -> [UInt8] {
    guard let given = configuration.ticketSecret else { return try TLSTicketKeys.makeSecret() }
    guard given.count >= TLSTicketKeys.secretBytes else {
      throw ServerError(
        "the secret of TLS session tickets is shorter than \(TLSTicketKeys.secretBytes) bytes")
    }
    return given
  }

  func makeHandshakeQueue() throws(ServerError) -> TLSHandshakeQueue {
    TLSHandshakeQueue(
      try TLSContext(identity, secret: secret),
      handshakesMax: identity.configuration.handshakesMax)
  }
}

/// Client certificates: whether clients must send one, and which are accepted.
extension TLSContext {
  func askForCertificates(_ configuration: TLSConfiguration) throws(ServerError) {
    let file = TLSIdentity.File.clientAuthority
    guard let path = configuration.clientAuthorityFile else {
      throw ServerError("\(file.rawValue): client certificates need the authority that signs them")
    }
    guard SSL_CTX_load_verify_file(pointer, path) == 1, let names = SSL_load_client_CA_file(path)
    else { throw file.refusal(path, "cannot be used: \(OpenSSLReason.take())") }
    // Told to clients, so that they find the right one of their certificates.
    SSL_CTX_set_client_CA_list(pointer, names)
    var mode = SSL_VERIFY_PEER
    if configuration.clientCertificates == .require { mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT }
    SSL_CTX_set_verify(pointer, mode, Self.judge)
    // A resumed session would not be judged again, and a proxy keeps its connections anyway.
    moa_tls_set_no_tickets(pointer)
  }

  /// Called for each certificate of the chain, the client's own last: its key must be on the list.
  private static let judge: SSL_verify_cb = { isValid, store in
    guard isValid == 1, let store else { return 0 }
    guard X509_STORE_CTX_get_error_depth(store) == 0 else { return 1 }
    let index = SSL_get_ex_data_X509_STORE_CTX_idx()
    guard let ssl = X509_STORE_CTX_get_ex_data(store, index),
      let certificate = X509_STORE_CTX_get_current_cert(store),
      let session = TLSSession.of(OpaquePointer(ssl))
    else { return 0 }
    let allowed = session.context.clientKeys
    guard allowed.isEmpty || allowed.contains(TLSSession.fingerprint(of: certificate)) else {
      X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
      return 0
    }
    return 1
  }
}
