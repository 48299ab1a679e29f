import EventLoop
import Foundation
import Synchronization
import Testing

@testable import HTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

#if os(Linux)
  /// Who connects while a listener ends: served, or refused, but never reset.
  @Suite struct LastConnectionTests {
    enum Family: String, CaseIterable {
      case tcp, unix

      var address: ListenAddress {
        switch self {
        case .tcp: .tcp(host: "127.0.0.1", port: 0)
        case .unix: .unix(path: "/tmp/moa-last-\(UInt32.random(in: .min ... .max)).sock")
        }
      }
    }

    private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    private static func client(_ address: ListenAddress) -> RawClient {
      switch address {
      case .tcp(_, let port): RawClient(port: port)
      case .unix(let path): RawClient(path: path)
      }
    }

    /// Asks on one new connection after the other until it is refused, and returns how many
    /// connections were not answered.
    private static func ask(_ address: ListenAddress, _ answered: borrowing Atomic<Int>) -> Int {
      var lost = 0
      while true {
        let client = client(address)
        guard client.isConnected else { return lost }
        client.send(hello)
        if client.readNowToEnd()?.hasSuffix("hello") == true {
          answered.add(1, ordering: .relaxed)
        } else {
          lost += 1
        }
      }
    }

    @Test(arguments: Family.allCases)
    func whoeverHasConnectedIsServed(_ family: Family) async throws {
      var lost = 0
      for _ in 0..<(family == .tcp ? 3 : 300) {
        lost += try await Self.lostAtAnEnd(of: family)
      }
      #expect(lost == 0)
    }

    private static func lostAtAnEnd(of family: Family) async throws -> Int {
      let lost = Mutex(0)
      try await ServerUnderTest.run({ $0.address = family.address }) { running in
        let answered = Answered()
        await withTaskGroup(of: Int.self) { group in
          for _ in 0..<8 {
            group.addTask { await asking(running.server.address, answered) }
          }
          _ = await eventually { answered.count.load(ordering: .relaxed) > 32 }
          _ = await running.server.drain(delay: .zero, deadline: .seconds(20))
          for await count in group { lost.withLock { $0 += count } }
        }
      }
      return lost.withLock { $0 }
    }

    private final class Answered: Sendable {
      let count = Atomic(0)
    }

    /// On a thread of its own: those that loops run on are few, and this one is never done.
    private static func asking(_ address: ListenAddress, _ answered: Answered) async -> Int {
      await withUnsafeContinuation { continuation in
        Thread { continuation.resume(returning: ask(address, answered.count)) }.start()
      }
    }

    // MARK: The listener by itself

    @Test(arguments: Family.allCases)
    func nobodyBeginsToConnectAfterTheEnd(_ family: Family) async throws {
      let listener = try ListeningSocket(family.address)
      let copy = try ListeningSocket(inherited: dup(listener.descriptor))
      let early = Self.client(listener.address)
      #expect(early.isConnected)
      #expect(listener.refuseHandshakes() == (family == .tcp))
      listener.endQueue()
      #expect(Self.accepts(copy))
      // What one process has ended, no other one listens on.
      async let late = EventLoop.offload { Self.client(copy.address).isConnected }
      try await Task.sleep(for: .milliseconds(100))
      #expect(!Self.accepts(copy))
      copy.close()
      listener.close()
      #expect(try await !late)
    }

    @Test(arguments: Family.allCases)
    func whoSharesAListenerGoesOnListening(_ family: Family) async throws {
      let own = try ListeningSocket(family.address)
      defer { own.close() }
      let copy = try ListeningSocket(inherited: dup(own.descriptor))
      try await ServerUnderTest.run(inherited: copy) { running in
        _ = await running.server.drain(
          delay: .zero, deadline: .seconds(20), endsListening: { false })
        #expect(Self.client(own.address).isConnected)
        #expect(Self.accepts(own))
      }
    }

    /// It would be ready to accept for ever, and never have anybody.
    @Test func aListenerThatAnotherProcessEndsKeepsNoLoopBusy() async throws {
      let own = try ListeningSocket(Family.unix.address)
      defer { own.close() }
      let copy = try ListeningSocket(inherited: dup(own.descriptor))
      try await ServerUnderTest.run(inherited: copy) { running in
        own.endQueue()
        let acceptor = running.server.acceptor
        #expect(await eventually { await running.server.onLoop { _ in acceptor.isClosed } })
      }
    }

    private static func accepts(_ listener: ListeningSocket) -> Bool {
      guard case .accepted(let descriptor, _) = Socket.accept(listener.descriptor, isTCP: false)
      else { return false }
      close(descriptor)
      return true
    }
  }
#endif
