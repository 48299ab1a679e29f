/// The TLS settings of a server: files in PEM form, and which clients are let in.
///
/// Versions, ciphers and curves are not for choosing: TLS 1.3 or 1.2, forward-secret ciphers that
/// authenticate, as Mozilla's "intermediate" profile has them.
public struct TLSConfiguration: Sendable {
  /// The certificate, followed by its chain towards a root.
  public var certificateFile: String
  /// The private key, not encrypted.
  public var keyFile: String
  /// The authority of client certificates; needed when they are asked for.
  public var clientAuthorityFile: String?
  /// Whether clients show certificates.
  public var clientCertificates = ClientCertificates.off
  /// SHA-256 of the public keys (SubjectPublicKeyInfo) that a shown certificate may hold, in
  /// lower-case hexadecimal; empty means any that the authority has signed.
  ///
  /// Source: OWASP ASVS 5.0.0 §12.1.3.
  public var clientKeys: Set<String> = []
  /// Concurrent handshakes. Beyond them the oldest gives way when its client has been silent for a
  /// second; otherwise accepting pauses. A session in the making costs about 40 KiB,
  /// so 512 cost 20 MiB. Precedent: the kernel's queue of half-open connections.
  public var handshakesMax = 512
  /// The secret that the keys of session tickets are derived from, 32 unpredictable bytes; nil
  /// makes some. Processes that share a listener resume each other's sessions only when they
  /// share this; otherwise a client makes a whole handshake, and nothing else happens.
  public var ticketSecret: [UInt8]?

  /// Without client certificates.
  public init(certificateFile: String, keyFile: String) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }

  /// How much a server wants to know who connects.
  public enum ClientCertificates: String, Sendable, Hashable, CaseIterable {
    /// Clients are not asked.
    case off
    /// Clients are asked for one and may decline; a certificate that they send must be valid.
    case request
    /// Without a valid one there is no connection.
    case require
  }

  /// Loads and checks the files without a server: for a parent whose workers will use them.
  ///
  /// - Returns: whole days until the certificate expires, negative when it has; and whether its
  ///   time has not begun.
  /// - Throws: which file is wrong, and how.
  @discardableResult
  public func check() throws(ServerError) -> (daysLeft: Int, isEarly: Bool) {
    let identity = try TLSIdentity(self)
    return (identity.daysLeft, identity.isEarly)
  }
}
