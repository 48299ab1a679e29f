import HTTPServer

extension Configuration {
  /// TLS begins with a certificate; everything else about it means nothing without one.
  mutating func readTLS(_ reader: inout SettingReader) {
    var settings: [Setting] = [
      .tlsKey, .tlsClientAuthority, .tlsClientCertificates, .tlsClientKeys,
    ]
    settings += [.adminClientKeys, .tlsHandshakes, .tlsHandshakeDeadline]
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
    readAdminKeys(&reader, tls)
    tls.handshakesMax = reader.number(.tlsHandshakes)
    self.tls = tls
  }

  /// A list that no client can match would lock administrators out.
  private mutating func readAdminKeys(_ reader: inout SettingReader, _ tls: TLSConfiguration) {
    let setting = Setting.adminClientKeys
    let keys = reader.optional(setting, expecting: TLSConfiguration.form) {
      TLSConfiguration.keys(in: $0)
    }
    policies.adminClientKeys = keys
    guard let keys else { return }
    if tls.clientCertificates == .off {
      reader.reject(setting, "needs \(Setting.tlsClientCertificates.name) request or require.")
    } else if !tls.clientKeys.isEmpty, !keys.isSubset(of: tls.clientKeys) {
      reader.reject(setting, "names keys that \(Setting.tlsClientKeys.name) rejects.")
    }
  }
}

extension TLSConfiguration {
  fileprivate mutating func readClients(_ reader: inout SettingReader) {
    clientAuthorityFile = reader.text(.tlsClientAuthority)
    clientCertificates =
      reader.optionalChoice(.tlsClientCertificates)
      ?? (clientAuthorityFile == nil ? .off : .require)
    clientKeys =
      reader.optional(.tlsClientKeys, expecting: Self.form) { Self.keys(in: $0) } ?? []
    if clientCertificates != .off, clientAuthorityFile == nil {
      reader.reject(.tlsClientCertificates, "needs \(Setting.tlsClientAuthority.name).")
    }
    if clientCertificates == .off, !clientKeys.isEmpty {
      reader.reject(.tlsClientKeys, "means nothing while no certificate is asked for.")
    }
  }

  fileprivate static let form =
    "SHA-256 sums of public keys, 64 hexadecimal digits each, with commas between"

  fileprivate static func keys(in text: String) -> Set<String>? {
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
