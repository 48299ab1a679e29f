import EventLoop
import Testing

@testable import HTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Listeners that somebody else has made, as systemd and a parent of workers do.
@Suite struct InheritedListenerTests {
  private static func copy(_ socket: ListeningSocket) throws -> Int32 {
    let descriptor = dup(socket.descriptor)
    try #require(descriptor >= 0)
    return descriptor
  }

  @Test(arguments: ["127.0.0.1", "::1"]) func itKnowsWhereItListens(host: String) throws {
    let own = try ListeningSocket(.tcp(host: host, port: 0))
    defer { own.close() }
    let inherited = try ListeningSocket(inherited: Self.copy(own))
    #expect(inherited.address == own.address)
    #expect(fcntl(inherited.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    inherited.close()
    // It was a copy: the one who made it listens on.
    let again = try ListeningSocket(inherited: Self.copy(own))
    defer { again.close() }
    #expect(again.address == own.address)
  }

  @Test func onlyWhoMadeAUnixSocketRemovesItsFile() throws {
    let path = "/tmp/moa-inherited-\(getpid()).sock"
    let own = try ListeningSocket(.unix(path: path))
    let stranger = try ListeningSocket(inherited: Self.copy(own))
    #expect(stranger.address == .unix(path: path))
    stranger.close()
    #expect(access(path, F_OK) == 0)
    own.close()
    #expect(access(path, F_OK) != 0)
  }

  @Test func aFileThatTookThePlaceOfOursStays() throws {
    let path = "/tmp/moa-replaced-\(getpid()).sock"
    let first = try ListeningSocket(.unix(path: path))
    first.closeDescriptor()
    let second = try ListeningSocket(.unix(path: path))
    first.removeFile()
    #expect(access(path, F_OK) == 0)
    second.close()
    #expect(access(path, F_OK) != 0)
  }

  @Test func whatDoesNotListenIsRefused() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    #expect(throws: ServerError.self) { try ListeningSocket(inherited: ends[0]) }
    #expect(throws: ServerError.self) { try ListeningSocket(inherited: 0) }
  }

  @Test func aServerServesOnAnInheritedListener() async throws {
    let own = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    let port = try #require(own.address.port)
    // A request that was sent before anybody accepts waits in the listener's queue.
    let early = RawClient(port: port)
    early.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let inherited = try ListeningSocket(inherited: Self.copy(own))
    own.closeDescriptor()
    try await ServerUnderTest.run(inherited: inherited) { running in
      #expect(running.port == port)
      let answer = try await early.readToEnd()
      #expect(answer?.hasSuffix("hello") == true)
    }
  }
}
