internal import COpenSSL

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The identity of a server: a certificate with its chain and its key, loaded and checked.
///
/// Never changed after it was made, so it may be loaded on another thread than the loop's.
final class TLSIdentity: @unchecked Sendable {
  let configuration: TLSConfiguration
  let certificate: OpaquePointer
  /// From the issuer of the certificate towards a root, as the file has them.
  private(set) var chain: [OpaquePointer] = []
  let key: OpaquePointer

  /// Loads the files and checks that they belong together.
  ///
  /// - Throws: which file is wrong, and how.
  init(_ configuration: TLSConfiguration) throws(ServerError) {
    self.configuration = configuration
    certificate = try Self.load(.certificate, configuration.certificateFile) {
      PEM_read_bio_X509_AUX($0, nil, Self.noPassphrase, nil)
    }
    do throws(ServerError) {
      key = try Self.load(.key, configuration.keyFile) {
        PEM_read_bio_PrivateKey($0, nil, Self.noPassphrase, nil)
      }
    } catch {
      X509_free(certificate)
      throw error
    }
    try loadChain()
    try check()
  }

  deinit {
    X509_free(certificate)
    chain.forEach { X509_free($0) }
    EVP_PKEY_free(key)
  }

  /// Whole days until the certificate expires; negative when it has.
  var daysLeft: Int {
    var days: Int32 = 0
    var seconds: Int32 = 0
    guard ASN1_TIME_diff(&days, &seconds, nil, X509_get0_notAfter(certificate)) == 1 else {
      return 0
    }
    return seconds < 0 ? Int(days) - 1 : Int(days)
  }

  /// Whether the certificate is not valid before some later time.
  var isEarly: Bool { X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0 }

  /// The settings that name files, as the command line calls them.
  enum File: String {
    case certificate = "tls-certificate"
    case key = "tls-key"
    case clientAuthority = "tls-client-ca"

    func refusal(_ path: String, _ reason: String) -> ServerError {
      ServerError("\(rawValue) \(path): \(reason)")
    }
  }

  private static func load(
    _ file: File, _ path: String, _ read: (OpaquePointer) -> OpaquePointer?
  ) throws(ServerError) -> OpaquePointer {
    OpenSSLReason.forget()
    guard let bio = BIO_new_file(path, "r") else {
      let reason = String(cString: strerror(errno))
      OpenSSLReason.forget()
      throw file.refusal(path, "cannot be read: \(reason)")
    }
    defer { BIO_free(bio) }
    guard let value = read(bio) else {
      throw file.refusal(path, "is not what it should be: \(OpenSSLReason.take())")
    }
    return value
  }

  /// OpenSSL would ask at the terminal.
  private static let noPassphrase:
    @convention(c) (
      UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?
    ) -> Int32 = { _, _, _, _ in -1 }

  /// The other certificates of the file, up to its end or to the first part that is no certificate.
  private func loadChain() throws(ServerError) {
    let path = configuration.certificateFile
    guard let bio = BIO_new_file(path, "r") else {
      throw File.certificate.refusal(path, "cannot be read twice")
    }
    defer { BIO_free(bio) }
    guard let first = PEM_read_bio_X509_AUX(bio, nil, Self.noPassphrase, nil) else {
      throw File.certificate.refusal(path, "has changed while it was read")
    }
    X509_free(first)
    while let next = PEM_read_bio_X509(bio, nil, Self.noPassphrase, nil) { chain.append(next) }
    // The end of the file is reported as "no start line"; anything else is a broken certificate.
    let code = ERR_peek_last_error()
    defer { OpenSSLReason.forget() }
    guard code == 0 || ERR_GET_REASON(code) == PEM_R_NO_START_LINE else {
      throw File.certificate.refusal(path, "its chain is broken: \(OpenSSLReason.take())")
    }
  }

  /// Tries everything that only a context finds out, such as a key that is too small.
  private func check() throws(ServerError) {
    guard X509_check_private_key(certificate, key) == 1 else {
      OpenSSLReason.forget()
      throw File.key.refusal(
        configuration.keyFile, "does not match the certificate in \(configuration.certificateFile)")
    }
    _ = try TLSContext(self, secret: [UInt8](repeating: 0, count: TLSTicketKeys.secretBytes))
  }
}

/// OpenSSL's reason for the last failure.
enum OpenSSLReason {
  /// Empties this thread's queue of errors: what another call left there would be taken for ours.
  static func forget() { ERR_clear_error() }

  /// The oldest error in few words, which is the cause of the later ones; empties the queue.
  static func take() -> String {
    let code = ERR_get_error()
    defer { ERR_clear_error() }
    guard code != 0 else { return "no reason given" }
    // System errors, such as a missing file, have no text of OpenSSL's own.
    if let text = ERR_reason_error_string(code) { return String(cString: text) }
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(code, &text, text.count)
    return text.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
