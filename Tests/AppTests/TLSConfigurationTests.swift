import HTTPServer
import LocalPostgres
import Testing

@testable import App

@Suite struct TLSConfigurationTests {
  private static let files: [Setting: String] = [.tlsCertificate: "/c.pem", .tlsKey: "/k.pem"]
  private static let sum = String(repeating: "0A", count: 32)

  private func read(_ flags: [Setting: String]) throws(ConfigurationMistakes) -> Configuration {
    let machine = Machine(
      cores: 2, isRoot: false, homeDirectory: "/home/a", xdgDataHome: nil, workingDirectory: "/")
    return try Configuration.read(flags: flags, environment: [:], machine: machine)
  }

  private func mistakes(_ flags: [Setting: String]) -> [String] {
    do throws(ConfigurationMistakes) {
      _ = try read(flags)
      return []
    } catch {
      return error.sentences
    }
  }

  @Test func withoutACertificateThereIsNoTLS() throws {
    #expect(try read([:]).tls == nil)
  }

  @Test func theFilesSuffice() throws {
    let configuration = try read(Self.files)
    let tls = try #require(configuration.tls)
    #expect(tls.certificateFile == "/c.pem")
    #expect(tls.keyFile == "/k.pem")
    #expect(tls.clientCertificates == .off)
    #expect(tls.handshakesMax == 512)
    #expect(configuration.handshakeDeadline == .seconds(5))
  }

  @Test func anAuthorityMeansThatCertificatesAreRequired() throws {
    let flags = Self.files.merging([.tlsClientAuthority: "/ca.pem"]) { $1 }
    #expect(try read(flags).tls?.clientCertificates == .require)
    let request = flags.merging([.tlsClientCertificates: "request"]) { $1 }
    #expect(try read(request).tls?.clientCertificates == .request)
  }

  @Test func keysAreAListOfSums() throws {
    let flags = Self.files.merging([.tlsClientAuthority: "/ca.pem"]) { $1 }
    let other = String(repeating: "b", count: 64)
    let keys = flags.merging([.tlsClientKeys: "\(Self.sum), \(other)"]) { $1 }
    #expect(try read(keys).tls?.clientKeys == [Self.sum.lowercased(), other])
    for wrong in ["x", "\(Self.sum),", String(repeating: "g", count: 64)] {
      #expect(mistakes(flags.merging([.tlsClientKeys: wrong]) { $1 }).count == 1)
    }
  }

  @Test func theKeysOfAdministratorsNeedCertificates() throws {
    let other = String(repeating: "b", count: 64)
    let asking = Self.files.merging(
      [.tlsClientAuthority: "/ca.pem", .adminClientKeys: "\(Self.sum), \(other)"]
    ) { $1 }
    #expect(try read(Self.files).policies.adminClientKeys == nil)
    for mode in ["request", "require"] {
      let configuration = try read(asking.merging([.tlsClientCertificates: mode]) { $1 })
      #expect(configuration.policies.adminClientKeys == [Self.sum.lowercased(), other])
    }
    for (setting, wrong) in [
      (Setting.tlsClientCertificates, "off"), (.adminClientKeys, "x"), (.adminClientKeys, ","),
      (.tlsClientKeys, other),
    ] {
      #expect(mistakes(asking.merging([setting: wrong]) { $1 }).count == 1, "\(wrong)")
    }
    #expect(try read(asking.merging([.tlsClientKeys: "\(other),\(Self.sum)"]) { $1 }).tls != nil)
  }

  @Test func limitsAreRead() throws {
    let flags: [Setting: String] = [.tlsHandshakes: "9", .tlsHandshakeDeadline: "700ms"]
    let configuration = try read(Self.files.merging(flags) { $1 })
    #expect(configuration.tls?.handshakesMax == 9)
    #expect(configuration.handshakeDeadline == .milliseconds(700))
  }

  @Test(arguments: [
    [Setting.tlsCertificate: "/c.pem"], [.tlsKey: "/k.pem"], [.tlsClientAuthority: "/ca.pem"],
    [.tlsHandshakes: "9"],
    files.merging([.tlsClientCertificates: "require"]) { $1 },
    files.merging([.tlsClientCertificates: "maybe"]) { $1 },
    files.merging([.tlsClientKeys: sum]) { $1 },
    files.merging([.tlsHandshakes: "0"]) { $1 },
    [.adminClientKeys: sum], files.merging([.adminClientKeys: sum]) { $1 },
  ])
  func halfATellingIsRefused(_ flags: [Setting: String]) {
    #expect(mistakes(flags).count == 1, "\(flags)")
  }
}
