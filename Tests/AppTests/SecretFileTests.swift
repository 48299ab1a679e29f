import Cryptography
import Foundation
import LocalPostgres
import Operations
import TestDatabase
import Testing

@testable import App

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Secrets from files that other accounts may not write, and a doubt about those that they may
/// read.
@Suite struct SecretFileTests {
  private static let token = "abcdefghijklmnopqrstuvwxyz0123456789"

  private let scratch = Scratch()

  private func file(_ text: String, mode: Int = 0o400) throws -> String {
    try scratch.file(text, mode: mode)
  }

  private func configuration(_ path: String) throws -> Configuration {
    let machine = Machine(
      cores: 1, isRoot: true, homeDirectory: nil, xdgDataHome: nil, workingDirectory: "/")
    return try Configuration.read(
      flags: [.adminTokenFile: path], environment: [:], machine: machine)
  }

  @Test(arguments: [0o400, 0o600])
  func theAdministratorsTokenComesFromAFileAndOnlyItsDigestStays(_ mode: Int) throws {
    let path = try file(Self.token + "\n", mode: mode)
    var configuration = try configuration(path)
    try configuration.readKeyFiles()
    configuration.forgetAdminToken()
    #expect(configuration.adminToken == nil)
    #expect(configuration.adminTokenDigest == SHA256.digest(Self.token))
  }

  @Test("A file that others may write holds no secret", arguments: [0o602, 0o620, 0o666])
  func writableFile(_ mode: Int) throws {
    let path = try file(Self.token, mode: mode)
    var configuration = try configuration(path)
    let refusal = #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
    #expect(refusal?.code == .configuration)
    #expect(refusal?.description.contains("chmod 0400") == true)
  }

  @Test(
    "A secret that a container mounts for everybody to read is taken, with a doubt",
    arguments: [0o444, 0o404, 0o644])
  func readableFile(_ mode: Int) throws {
    let path = try file(Self.token, mode: mode)
    var configuration = try configuration(path)
    try configuration.readKeyFiles()
    #expect(configuration.adminToken?.reveal() == Self.token)
    try #require(configuration.doubts.count == 1)
    #expect(configuration.doubts[0].contains("can be read by other accounts"))
    #expect(configuration.doubts[0].contains(path))
  }

  @Test func aPrivateFileIsNoDoubt() throws {
    let path = try file(Self.token, mode: 0o400)
    var configuration = try configuration(path)
    try configuration.readKeyFiles()
    #expect(configuration.doubts.isEmpty)
  }

  @Test func theMistakesOfBothFilesAreToldAtOnce() throws {
    let machine = Machine(
      cores: 1, isRoot: true, homeDirectory: nil, xdgDataHome: nil, workingDirectory: "/")
    var configuration = try Configuration.read(
      flags: [.adminTokenFile: "/nonexistent/token", .mommyTalkKeyFile: "/nonexistent/key"],
      environment: [:], machine: machine)
    let refusal = #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
    #expect(refusal?.description.contains("/nonexistent/token") == true)
    #expect(refusal?.description.contains("/nonexistent/key") == true)
  }

  @Test("One of root's may be read by our group without a doubt, and somebody else's is none")
  func groupFile() throws {
    let path = try file(Self.token, mode: 0o440)
    var configuration = try configuration(path)
    try configuration.readKeyFiles()
    guard geteuid() == 0 else { return #expect(configuration.doubts.count == 1) }
    #expect(configuration.doubts.isEmpty)
    chown(path, 65_534, 65_534)
    #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
    chmod(path, 0o400)
    #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
    chown(path, 0, 0)
    try configuration.readKeyFiles()
  }

  @Test(arguments: ["", "\n", "too-short", "abcdefghijklmnopqrstuvwxyz0123 456789"])
  func aFileWithoutATokenIsRefused(_ text: String) throws {
    let path = try file(text)
    var configuration = try configuration(path)
    let refusal = #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
    #expect(refusal?.code == .configuration)
    #expect(text.count < 5 || refusal?.description.contains(text) == false)
  }

  @Test func aFileThatIsNotThereIsRefused() throws {
    var configuration = try configuration("/nonexistent/token")
    #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
  }
}
