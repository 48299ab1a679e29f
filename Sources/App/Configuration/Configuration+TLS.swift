import HTTPServer

extension Configuration {
  /// TLS begins with a certificate; everything else about it means nothing without one.
  mutating func readTLS(_ reader: inout SettingReader) {
    var settings: [Setting] = [
      .tlsKey, .tlsClientAuthority, .tlsClientCertificates, .tlsClientKeys,
    ]
    settings += [.tlsHandshakes, .tlsHandshakeDeadline]
    guard let certificate = reader.text(.tlsCertificate) else {
      for setting in settings where reader.text(setting) != nil {
        reader.reject(setting, "needs \(Setting.tlsCertificate.name).")
      }
      return
    }
    guard let key = reader.text(.tlsKey) else {
      return reader.reject(.tlsCertificate, "needs the key too: \(Setting.tlsKey.name).")
    }
    var tls = TLSConfiguration(certificateFile: certificate, keyFile: key)
    tls.readClients(&reader)
    tls.handshakesMax = reader.number(.tlsHandshakes, tls.handshakesMax, in: 1...100_000)
    handshakeDeadline = reader.duration(
      .tlsHandshakeDeadline, handshakeDeadline, atMost: .seconds(600))
    self.tls = tls
  }
}

extension TLSConfiguration {
  fileprivate mutating func readClients(_ reader: inout SettingReader) {
    let modes = ClientCertificates.allCases.map(\.rawValue).joined(separator: ", ")
    clientAuthorityFile = reader.text(.tlsClientAuthority)
    clientCertificates = reader.value(
      .tlsClientCertificates, clientAuthorityFile == nil ? .off : .require,
      expecting: "write one of \(modes)"
    ) { ClientCertificates(rawValue: $0) }
    let form = "write SHA-256 sums of public keys, 64 hexadecimal digits each, with commas between"
    clientKeys = reader.value(.tlsClientKeys, [], expecting: form) { Self.keys(in: $0) }
    if clientCertificates != .off, clientAuthorityFile == nil {
      reader.reject(.tlsClientCertificates, "needs \(Setting.tlsClientAuthority.name).")
    }
    if clientCertificates == .off, !clientKeys.isEmpty {
      reader.reject(.tlsClientKeys, "means nothing while no certificate is asked for.")
    }
  }

  private static func keys(in text: String) -> Set<String>? {
    let keys = text.split(separator: ",", omittingEmptySubsequences: false).map { key in
      key.trimmingPrefix { $0 == " " }.lowercased()
    }
    let areSums = keys.allSatisfy { key in
      key.utf8.count == 64 && key.utf8.allSatisfy { Self.digits.contains($0) }
    }
    return areSums ? Set(keys) : nil
  }

  private static let digits = Set("0123456789abcdef".utf8)
}
