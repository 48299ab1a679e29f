import App
import ArgumentParser

/// How a server speaks TLS itself, where no proxy in front does it.
struct TLSOptions: ParsableArguments {
  @Option(
    name: .customLong("tls-certificate"),
    help: "PEM file with the certificate and its chain; begins TLS. SIGHUP reads it again.")
  var certificate: String?

  @Option(name: .customLong("tls-key"), help: "PEM file with the private key.")
  var key: String?

  @Option(
    name: .customLong("tls-client-ca"),
    help: "PEM file with the authorities whose client certificates are taken.")
  var clientAuthority: String?

  @Option(
    name: .customLong("tls-client-certificates"),
    help: "off, request or require (require when there is a --tls-client-ca, otherwise off).")
  var clientCertificates: String?

  @Option(
    name: .customLong("tls-client-keys"),
    help: """
      SHA-256 sums of the public keys that client certificates may hold, with commas between \
      (any that the authority has signed).
      """)
  var clientKeys: String?

  @Option(
    name: .customLong("admin-client-keys"),
    help: """
      SHA-256 sums of the public keys that open /admin, with commas between; the token is needed \
      all the same (no certificate is).
      """)
  var adminClientKeys: String?

  @Option(name: .customLong("tls-handshakes"), help: "Handshakes of a loop at one time (512).")
  var handshakes: String?

  @Option(
    name: .customLong("tls-handshake-deadline"), help: "How long a handshake may take (5s).")
  var handshakeDeadline: String?

  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.tlsCertificate] = certificate
    flags[.tlsKey] = key
    flags[.tlsClientAuthority] = clientAuthority
    flags[.tlsClientCertificates] = clientCertificates
    flags[.tlsClientKeys] = clientKeys
    flags[.adminClientKeys] = adminClientKeys
    flags[.tlsHandshakes] = handshakes
    flags[.tlsHandshakeDeadline] = handshakeDeadline
    return flags
  }
}
