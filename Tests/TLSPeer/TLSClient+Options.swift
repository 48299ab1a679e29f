import COpenSSL

extension TLSClient.Options {
  func apply(to context: OpaquePointer) {
    _ = moa_tls_set_versions(context, versionMin, versionMax)
    // A client of the tests offers what ours must refuse.
    SSL_CTX_set_security_level(context, 0)
    if let ciphers { SSL_CTX_set_cipher_list(context, ciphers) }
    if let certificate {
      SSL_CTX_use_certificate_file(context, certificate.certificateFile, SSL_FILETYPE_PEM)
      SSL_CTX_use_PrivateKey_file(context, certificate.keyFile, SSL_FILETYPE_PEM)
    }
    if let authorityFile {
      SSL_CTX_load_verify_file(context, authorityFile)
      SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    }
  }

  func apply(toSession ssl: OpaquePointer) {
    let names = protocols.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
    if !names.isEmpty { SSL_set_alpn_protos(ssl, names, UInt32(names.count)) }
    if let serverName { moa_tls_set_server_name(ssl, serverName) }
  }
}
