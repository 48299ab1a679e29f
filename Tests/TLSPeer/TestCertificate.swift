import EventLoop
import Foundation

/// A certificate and its key, made by the `openssl` command in a temporary directory.
package struct TestCertificate: Sendable {
  package let certificateFile: String
  package let keyFile: String

  package init(certificateFile: String, keyFile: String) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }

  /// Signed by itself, for `localhost` and `127.0.0.1`.
  package static func selfSigned(
    _ name: String, in directory: TestCertificates, days: Int = 30, curve: Bool = true
  ) async throws -> TestCertificate {
    try await make(name, in: directory, ["-days", "\(days)"], curve: curve)
  }

  /// Signed by `authority`, for servers and clients.
  ///
  /// - Parameter address: of the server.
  package static func signed(
    _ name: String, by authority: TestCertificate, in directory: TestCertificates,
    for address: String = "127.0.0.1"
  ) async throws -> TestCertificate {
    let signer = ["-CA", authority.certificateFile, "-CAkey", authority.keyFile]
    return try await make(
      name, in: directory, signer + ["-days", "30", "-addext", "basicConstraints=CA:FALSE"],
      for: address)
  }

  /// Signed by `authority`, and past its end since yesterday.
  package static func expired(
    _ name: String, by authority: TestCertificate, in directory: TestCertificates
  ) async throws -> TestCertificate {
    let made = try await signed(name, by: authority, in: directory)
    // Only `x509` makes one that ends before it begins.
    let command =
      "openssl x509 -in '\(made.certificateFile)' -x509toreq -signkey '\(made.keyFile)'"
      + " -copy_extensions copyall"
      + " | openssl x509 -req -days -1 -copy_extensions copyall -CA '\(authority.certificateFile)'"
      + " -CAkey '\(authority.keyFile)' -out '\(made.certificateFile).expired'"
    _ = try await Shell.run(["/bin/sh", "-c", command])
    return TestCertificate(
      certificateFile: made.certificateFile + ".expired", keyFile: made.keyFile)
  }

  /// Where a handshake with this certificate is told from others: SHA-256 of the public key, in
  /// hexadecimal, as the `openssl` command computes it.
  package func keyFingerprint() async throws -> String {
    let command =
      "openssl x509 -in '\(certificateFile)' -pubkey -noout | openssl pkey -pubin -outform DER"
      + " | openssl dgst -sha256 -r"
    let output = try await Shell.run(["/bin/sh", "-c", command])
    return String(output.prefix(64))
  }

  private static func make(
    _ name: String, in directory: TestCertificates, _ extra: [String], curve: Bool = true,
    for address: String = "127.0.0.1"
  ) async throws -> TestCertificate {
    let made = TestCertificate(
      certificateFile: "\(directory.path)/\(name).pem", keyFile: "\(directory.path)/\(name).key")
    let key =
      curve
      ? ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : ["-newkey", "rsa:2048"]
    let names = "subjectAltName=DNS:localhost,IP:\(address)"
    let subject = ["-subj", "/CN=\(name)", "-addext", names]
    let files = ["-keyout", made.keyFile, "-out", made.certificateFile]
    _ = try await Shell.run(
      ["openssl", "req", "-x509", "-nodes"] + key + subject + files + extra)
    return made
  }
}

/// A directory of certificates; removed with its last user.
package final class TestCertificates: Sendable {
  package let path: String

  package init() throws {
    let name = "moa-tls-\(UInt64.random(in: .min ... .max))"
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Runs a program to its end, on a helper thread.
package enum Shell {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Returns its standard output, with standard error behind it.
  ///
  /// - Throws: `Failure` with that text when it ends with another status than 0, unless `mayFail`.
  @discardableResult
  package static func run(
    _ command: [String], input: String = "", mayFail: Bool = false
  ) async throws -> String {
    try await EventLoop.offload {
      let process = Process()
      let (output, source) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardInput = source
      process.standardOutput = output
      process.standardError = output
      try process.run()
      try? source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? source.fileHandleForWriting.close()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let text = String(decoding: data, as: UTF8.self)
      guard process.terminationStatus == 0 || mayFail else {
        throw Failure(description: "\(command.joined(separator: " ")): \(text)")
      }
      return text
    }
  }
}
