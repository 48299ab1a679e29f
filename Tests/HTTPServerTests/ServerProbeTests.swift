import HTTPServer
import Testing

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
