import Foundation
import LocalPostgres
import Synchronization
import Testing

@testable import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct StopRequestTests {
  private static func request(_ role: StopRequest.Role = .server) -> StopRequest {
    StopRequest(role)
  }

  @Test func aSignalBetweenListeningAndWaitingIsNotLost() async {
    let stop = Self.request()
    stop.willServe()
    stop.receive(SIGTERM)
    // What else a supervisor sends does not replace the first.
    stop.receive(SIGTERM)
    stop.receive(SIGHUP)
    #expect(await stop.wait() == SIGTERM)
  }

  @Test func aSignalEndsTheWait() async {
    let stop = Self.request()
    stop.willServe()
    async let signal = stop.wait()
    stop.receive(SIGINT)
    #expect(await signal == SIGINT)
  }

  @Test func aSignalBeforeServingEndsTheProcessAtOnce() async {
    await #expect(processExitsWith: .exitCode(0)) {
      Self.request().receive(SIGTERM)
    }
  }

  @Test func aClosedTerminalIsASignalToStop() async {
    await #expect(processExitsWith: .exitCode(128 + SIGHUP)) {
      signal(SIGHUP, SIG_DFL)
      let stop = Self.request(.command)
      TerminationSignals.observe { stop.receive($0) }
      kill(getpid(), SIGHUP)
      await stop.outlive()
      try await Task.sleep(for: .seconds(30))
    }
  }

  @Test func whoeverWasStartedWithNohupOutlivesTheTerminal() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      signal(SIGHUP, SIG_IGN)
      let stop = Self.request(.command)
      TerminationSignals.observe { stop.receive($0) }
      kill(getpid(), SIGHUP)
      try await Task.sleep(for: .milliseconds(200))
      kill(getpid(), SIGTERM)
      try await Task.sleep(for: .seconds(30))
    }
  }

  @Test func anInterruptedCommandStopsTheDatabaseThatItStarted() async throws {
    // Of this run alone, and known to its child without being told.
    let directory = "/tmp/moa-interrupted-\(getpid())"
    try? FileManager.default.removeItem(atPath: directory)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let made = try LocalPostgres(dataDirectory: directory)
    _ = try made.start()
    try made.stop()
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      let session = AdministrationSession(
        on: DatabaseSettings(dataDirectory: "/tmp/moa-interrupted-\(getppid())"))
      session.observeSignals()
      _ = try await session.withPool { _ in
        kill(getpid(), SIGTERM)
        try await Task.sleep(for: .seconds(30))
      }
    }
    #expect(made.serverProcess == nil)
    try? made.stop()
  }

  @Test func aHangUpDoesNotStopAServer() async {
    let stop = Self.request()
    // What was read before that is old: it is done once there is something to do.
    stop.receive(SIGHUP)
    stop.receive(SIGHUP)
    let reloads = Mutex(0)
    stop.willServe { reloads.withLock { $0 += 1 } }
    #expect(reloads.withLock { $0 } == 1)
    stop.receive(SIGHUP)
    stop.receive(SIGHUP)
    #expect(reloads.withLock { $0 } == 3)
    stop.receive(SIGTERM)
    #expect(await stop.wait() == SIGTERM)
  }

  @Test func filesThatChangedBeforeTheServerWasThereAreReadAgain() async {
    let request = ReloadRequest()
    request.receive()
    await withCheckedContinuation { continuation in
      request.willServe { continuation.resume() }
    }
  }

  @Test func theParentOfWorkersHasEverySignalForwarded() {
    let stop = Self.request()
    let forwarded = Mutex<[Int32]>([])
    stop.willForward { signal in forwarded.withLock { $0.append(signal) } }
    stop.receive(SIGTERM)
    stop.receive(SIGHUP)
    stop.receive(SIGINT)
    #expect(forwarded.withLock { $0 } == [SIGTERM, SIGHUP, SIGINT])
  }

  @Test func aSecondInterruptIsImpatience() async {
    await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
      let stop = Self.request()
      stop.willServe()
      stop.receive(SIGTERM)
      stop.receive(SIGINT)
    }
  }
}
