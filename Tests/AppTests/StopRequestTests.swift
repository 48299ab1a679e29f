import Testing

@testable import App

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct StopRequestTests {
  private static func request() -> StopRequest {
    StopRequest(EventLog(LogQueue(descriptor: 2), level: .critical))
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

  @Test func aSecondInterruptIsImpatience() async {
    await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
      let stop = Self.request()
      stop.willServe()
      stop.receive(SIGTERM)
      stop.receive(SIGINT)
    }
  }
}
