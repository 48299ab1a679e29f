import EventLoop
import Operations
import Testing
import UseCases

@testable import App

struct PromptReadinessTests {
  private struct SlowProbe: ReadinessProbe {
    let delay: Duration
    func obstacles() async -> [ReadinessObstacle] {
      try? await Task.sleep(for: delay)
      return [.schemaOutdated]
    }
  }

  /// One for all tests: loops that come and go are what libdispatch cannot do on Linux (issue 949).
  private static let loop = Result { try EventLoop(label: "readiness.test") }

  private func answer(
    after delay: Duration, isDraining: Bool = false
  ) async throws -> [ReadinessObstacle] {
    let loop = try Self.loop.get()
    return try await loop.run {
      await Self.probe(on: loop, after: delay, isDraining: isDraining).obstacles()
    }
  }

  private static func probe(
    on loop: EventLoop, after delay: Duration = .zero, isDraining: Bool = false,
    areWritesStopped: Bool = false
  ) -> PromptReadiness {
    PromptReadiness(
      probe: SlowProbe(delay: delay), loop: loop, isDraining: { isDraining },
      disks: DiskWatch([], .never) { _, _, _ in }, areWritesStopped: { areWritesStopped })
  }

  @Test func aWarningTellsThatWritesAreStopped() throws {
    let loop = try Self.loop.get()
    #expect(Self.probe(on: loop).warnings() == [])
    #expect(Self.probe(on: loop, areWritesStopped: true).warnings() == [.writesStopped])
  }

  @Test func theProbesAnswerIsPassedOn() async throws {
    #expect(try await answer(after: .zero) == [.schemaOutdated])
    #expect(try await answer(after: .zero, isDraining: true) == [.draining, .schemaOutdated])
  }

  @Test func aProbeThatHangsIsAnUnreachableDatabase() async throws {
    #expect(try await answer(after: .seconds(3)) == [.databaseUnreachable])
  }

  @Test func aProbeThatHangsDoesNotHideThatTheServerDrains() async throws {
    let seen = try await answer(after: .seconds(3), isDraining: true)
    #expect(seen == [.draining, .databaseUnreachable])
  }
}
