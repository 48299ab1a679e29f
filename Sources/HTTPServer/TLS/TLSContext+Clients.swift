internal import COpenSSL

/// Client certificates: who must show one, and whose is taken.
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
