import Foundation
import Testing

@testable import App

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct StartupTests {
  /// The SHA-256 of thirty-two times the letter a.
  private static let digest = "3ba3f5f43b92602683c19aee62a20342b084dd5971ddd33808d81a328879a547"

  /// In a process of its own, because it changes the environment.
  @Test func onlyTheDigestOfTheAdministratorsTokenIsKept() async {
    await #expect(processExitsWith: .success) {
      setenv("MOA_ADMIN_TOKEN", String(repeating: "a", count: 32), 1)
      let configuration = try Startup.configure([.databaseURL: "postgres://moa@localhost/moa"])
      #expect(configuration.adminToken == nil)
      let hex = (configuration.adminTokenDigest ?? []).map { octet in
        let digits = String(octet, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }
      #expect(hex.joined() == Self.digest)
      #expect(getenv("MOA_ADMIN_TOKEN") == nil)
    }
  }
}
