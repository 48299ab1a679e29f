import Foundation
import Testing

@testable import App

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct StartupTests {
  private static let token = "abcdefghijklmnopqrstuvwxyz0123456789"
  /// As sha256sum prints it of that token.
  private static let digest = "011fc2994e39d251141540f87a69092b3f22a86767f7283de7eeedb3897bedf6"

  /// In a process of its own, because it changes the environment.
  @Test func onlyTheDigestOfTheAdministratorsTokenIsKept() async {
    await #expect(processExitsWith: .success) {
      setenv("MOA_ADMIN_TOKEN", Self.token, 1)
      let configuration = try Startup.configure([.databaseURL: "postgres://moa@localhost/moa"])
      #expect(configuration.adminToken == nil)
      let hex = (configuration.adminTokenDigest ?? []).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }
      #expect(hex.joined() == Self.digest)
      #expect(getenv("MOA_ADMIN_TOKEN") == nil)
    }
  }
}
