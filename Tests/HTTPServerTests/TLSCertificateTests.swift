import HTTP
import TLSPeer
import Testing

@testable import HTTPServer

/// The server's files, and the clients' certificates.
@Suite struct TLSCertificateTests {
  private static let last = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  // MARK: Files

  @Test func everyWrongFileIsNamed() async throws {
    let made = try await TLSUnderTest.certificates.value
    let path = made.directory.path
    let server = made.server
    try await Shell.run(["cp", "/dev/null", "\(path)/empty"])
    try await Shell.run([
      "openssl", "pkey", "-in", server.keyFile, "-aes128", "-passout", "pass:secret", "-out",
      "\(path)/locked.key",
    ])
    let (good, key) = (server.certificateFile, server.keyFile)
    let cases = [
      ("\(path)/none", key, "tls-certificate \(path)/none: cannot be read: No such file"),
      ("\(path)/empty", key, "tls-certificate \(path)/empty: is not what it should be"),
      (good, "\(path)/none", "tls-key \(path)/none: cannot be read: No such file"),
      (good, good, "tls-key \(good): is not what it should be"),
      (good, "\(path)/locked.key", "tls-key \(path)/locked.key: is not what it should be"),
      (good, made.known.keyFile, "tls-key \(made.known.keyFile): does not match the certificate"),
    ]
    for (certificate, key, sentence) in cases {
      let configuration = TLSConfiguration(certificateFile: certificate, keyFile: key)
      let error = #expect(throws: ServerError.self) { try configuration.check() }
      #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
    }
    try TLSConfiguration(certificateFile: good, keyFile: key).check()
  }

  @Test func clientCertificatesNeedAnAuthority() async throws {
    let made = try await TLSUnderTest.certificates.value
    var configuration = TLSConfiguration(
      certificateFile: made.server.certificateFile, keyFile: made.server.keyFile)
    configuration.clientCertificates = .require
    #expect(throws: ServerError.self) { try configuration.check() }
    configuration.clientAuthorityFile = made.server.keyFile
    #expect(throws: ServerError.self) { try configuration.check() }
    configuration.clientAuthorityFile = made.authority.certificateFile
    try configuration.check()
  }

  @Test func aChainIsSentWhole() async throws {
    let made = try await TLSUnderTest.certificates.value
    let chain = "\(made.directory.path)/chain.pem"
    try await Shell.run([
      "/bin/sh", "-c",
      "cat '\(made.known.certificateFile)' '\(made.authority.certificateFile)' > '\(chain)'",
    ])
    let identity = try TLSIdentity(
      TLSConfiguration(certificateFile: chain, keyFile: made.known.keyFile))
    #expect(identity.chain.count == 1)
    #expect((28...30).contains(identity.daysLeft))
    try await TLSUnderTest.run({ _, tls in
      tls.certificateFile = chain
      tls.keyFile = made.known.keyFile
    }) { running in
      let client = try await running.connect { $0.authorityFile = made.authority.certificateFile }
      #expect(client.failure == nil)
    }
  }

  @Test func theDaysLeftAreTold() async throws {
    let made = try await TLSUnderTest.certificates.value
    let short = try await TestCertificate.selfSigned("short", in: made.directory, days: 1)
    try await TLSUnderTest.run({ _, tls in
      tls.certificateFile = short.certificateFile
      tls.keyFile = short.keyFile
    }) { running async throws in
      let days = running.events.compactMap { event in
        if case .certificateLoaded(let days) = event { days } else { nil }
      }
      #expect(days == [0] || days == [1])
    }
  }

  @Test func keysOfRSAServeToo() async throws {
    let made = try await TLSUnderTest.certificates.value
    let rsa = try await TestCertificate.selfSigned("rsa", in: made.directory, curve: false)
    try await TLSUnderTest.run({ _, tls in
      tls.certificateFile = rsa.certificateFile
      tls.keyFile = rsa.keyFile
    }) { running in
      let answer = try await running.exchangeSecurely(Self.last)
      #expect(answer?.hasSuffix("hello") == true)
    }
  }

  // MARK: Reload

  @Test func newFilesAreForNewHandshakesOnly() async throws {
    let made = try await TLSUnderTest.certificates.value
    let live = TestCertificate(
      certificateFile: "\(made.directory.path)/live.pem",
      keyFile: "\(made.directory.path)/live.key")
    try await live.replace(with: made.server)
    try await TLSUnderTest.run({ _, tls in
      tls.certificateFile = live.certificateFile
      tls.keyFile = live.keyFile
    }) { running in
      let open = try await running.connect()
      try await live.replace(with: made.renewed)
      #expect(await running.server.reloadTLS())
      let later = try await running.connect()
      #expect(later.serverCertificate != open.serverCertificate)
      open.send(Self.last)
      #expect(try await open.readToEnd()?.hasSuffix("hello") == true)

      try await Shell.run(["cp", made.server.keyFile, live.keyFile])
      #expect(await !running.server.reloadTLS())
      let unharmed = try await running.connect()
      #expect(unharmed.serverCertificate == later.serverCertificate)
      unharmed.send(Self.last)
      #expect(try await unharmed.readToEnd()?.hasSuffix("hello") == true)
      let reasons = running.events.compactMap { event in
        if case .certificateNotLoaded(let reason) = event { reason } else { nil }
      }
      #expect(reasons.count == 1)
      #expect(reasons[0].contains("does not match the certificate"))
    }
  }

  @Test func withoutTLSThereIsNothingToReload() async throws {
    try await ServerUnderTest.run { running async throws in
      #expect(await !running.server.reloadTLS())
      #expect(running.server.url.hasPrefix("http://"))
    }
  }

  // MARK: Clients

  private static let whoAsks: Handler = { request in
    TestRoutes.text(request.client.certificateFingerprint ?? "nobody")
  }

  private static func asking(
    _ mode: TLSConfiguration.ClientCertificates, keys: [TestCertificate] = [],
    _ body: (ServerUnderTest, TLSUnderTest.Certificates) async throws -> Void
  ) async throws {
    let made = try await TLSUnderTest.certificates.value
    try await TLSUnderTest.run(
      { _, tls in
        tls.clientAuthorityFile = made.authority.certificateFile
        tls.clientCertificates = mode
        for key in keys { tls.clientKeys.insert(try await key.keyFingerprint()) }
      }, handler: whoAsks
    ) { try await body($0, made) }
  }

  /// In TLS 1.3 a client believes in the session before the server has judged.
  private static func ask(
    _ running: ServerUnderTest, as certificate: TestCertificate?
  ) async throws -> (answer: String, failure: String?) {
    let client = try await running.connect { $0.certificate = certificate }
    client.send(last)
    let text = try await client.readToEnd() ?? ""
    return (String(text.components(after: "\r\n\r\n").first ?? ""), client.failure)
  }

  @Test func aRequiredCertificateIsJudged() async throws {
    try await Self.asking(.require) { running, made in
      let known = try await Self.ask(running, as: made.known)
      #expect(known.answer == (try await made.known.keyFingerprint()))
      let missing = try await Self.ask(running, as: nil)
      #expect(missing.failure == "tlsv13 alert certificate required")
      let stranger = try await Self.ask(running, as: made.stranger)
      #expect(stranger.failure == "tlsv1 alert unknown ca")
    }
  }

  @Test func aRequestedCertificateMayBeMissingButNotWrong() async throws {
    try await Self.asking(.request) { running, made in
      #expect(try await Self.ask(running, as: nil).answer == "nobody")
      let known = try await Self.ask(running, as: made.known)
      #expect(known.answer == (try await made.known.keyFingerprint()))
      #expect(try await Self.ask(running, as: made.stranger).failure != nil)
    }
  }

  @Test(arguments: [TLSConfiguration.ClientCertificates.request, .require])
  func aKeyMustBeOnTheList(_ mode: TLSConfiguration.ClientCertificates) async throws {
    let made = try await TLSUnderTest.certificates.value
    try await Self.asking(mode, keys: [made.known]) { running, made in
      let known = try await Self.ask(running, as: made.known)
      #expect(known.answer == (try await made.known.keyFingerprint()))
      let unknown = try await Self.ask(running, as: made.unknown)
      #expect(unknown.answer == "")
      #expect(unknown.failure != nil)
      #expect(try await running.failedHandshakes(atLeast: 1).count == 1)
    }
  }

  @Test func aCertificateIsJudgedAgainInEverySession() async throws {
    try await Self.asking(.require) { running, made in
      let text = try await Shell.run(
        [
          "openssl", "s_client", "-connect", "127.0.0.1:\(running.port)", "-tls1_2", "-reconnect",
          "-cert", made.known.certificateFile, "-key", made.known.keyFile,
        ], mayFail: true)
      #expect(text.contains("\nNew, TLSv1.2"))
      #expect(!text.contains("\nReused, "))
    }
  }
}

extension TestCertificate {
  /// Copies the files of another one over these.
  fileprivate func replace(with other: TestCertificate) async throws {
    try await Shell.run(["cp", other.certificateFile, certificateFile])
    try await Shell.run(["cp", other.keyFile, keyFile])
  }
}
