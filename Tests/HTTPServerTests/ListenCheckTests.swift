import Foundation
import HTTPServer
import Testing

/// Whether an address can be listened on, without listening there.
@Suite struct ListenCheckTests {
  private let folder = "/tmp/moa-listen-\(UUID().uuidString.prefix(8))"

  @Test func aFreeAddressStaysFree() throws {
    let taken = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    taken.close()
    try ListeningSocket.check(taken.address)
    let again = try ListeningSocket(taken.address)
    again.close()
  }

  @Test func aTakenAddressIsToldWithItsPort() throws {
    let taken = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    defer { taken.close() }
    let port = try #require(taken.address.port)
    let error = #expect(throws: ServerError.self) { try ListeningSocket.check(taken.address) }
    #expect(error?.description.contains("127.0.0.1 port \(port)") == true)
  }

  @Test func anAddressOfAnotherMachineIsTold() {
    #expect(throws: ServerError.self) {
      try ListeningSocket.check(.tcp(host: "203.0.113.5", port: 0))
    }
  }

  @Test func aUnixSocketIsLookedAtAndNeitherMadeNorRemoved() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let address = ListenAddress.unix(path: folder + "/socket")
    try ListeningSocket.check(address)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    let listening = try ListeningSocket(address)
    #expect(throws: ServerError.self) { try ListeningSocket.check(address) }
    // Left behind, as after a kill: it can be replaced.
    listening.closeDescriptor()
    try ListeningSocket.check(address)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["socket"])
  }

  @Test func aUnixSocketWhereNoneCanBeIsTold() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "x".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
    for path in [folder + "/file", folder + "/nowhere/socket", folder + "/file/socket"] {
      #expect(throws: ServerError.self, "\(path)") {
        try ListeningSocket.check(.unix(path: path))
      }
    }
  }
}

/// What is told of servers that do not answer; EndToEndTests ask those that do.
@Suite struct ServerProbeTests {
  private func complaint(about address: ListenAddress) -> String? {
    #expect(throws: ServerError.self) {
      try ServerProbe.status(
        of: address, request: "GET / HTTP/1.1\r\n\r\n", patience: .milliseconds(50))
    }?.description
  }

  @Test func anAddressWithoutAServerIsTold() throws {
    let taken = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    taken.close()
    let port = try #require(taken.address.port)
    #expect(
      complaint(about: taken.address)
        == "no server listens on 127.0.0.1 port \(port): Connection refused")
  }

  @Test func aServerThatHangsIsNotWaitedForLongerThanAsked() throws {
    // The kernel takes connections for a server that never accepts them.
    let hanging = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    defer { hanging.close() }
    let port = try #require(hanging.address.port)
    #expect(
      complaint(about: hanging.address)
        == "127.0.0.1 port \(port) does not answer: it takes too long")
  }

  @Test func aPathWithoutASocketIsTold() {
    let told = complaint(about: .unix(path: "/nonexistent/socket"))
    #expect(told == "no server listens on /nonexistent/socket: No such file or directory")
  }
}
