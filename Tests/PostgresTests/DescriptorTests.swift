import Foundation
import Testing

@testable import Postgres

/// Runs alone in its process: other tests open descriptors too.
struct DescriptorTests {
  @Test("500 connections opened and closed leave no descriptor behind")
  func descriptorsAreConstant() async throws {
    let target = try ServerUnderTest.database()
    let left = try await ServerUnderTest.onLoop { loop in
      var sockets: Set<String> = []
      for _ in 0..<500 {
        let connection = try await Connection.connect(on: loop, to: target)
        sockets.insert(try #require(Self.socket(of: connection)))
        _ = try await connection.first(Statements.echo, 1)
        connection.close()
      }
      return Self.openSockets().intersection(sockets)
    }
    #expect(left.isEmpty)
  }

  /// The kernel's name for a connection's socket, unique for the life of the system.
  private static func socket(of connection: Connection) -> String? {
    link("/proc/self/fd/\(connection.descriptor)")
  }

  private static func openSockets() -> Set<String> {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return Set(numbers.compactMap { link("/proc/self/fd/\($0)") })
  }

  private static func link(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }
}
