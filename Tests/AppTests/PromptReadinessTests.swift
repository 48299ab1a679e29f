import EventLoop
import Testing
import UseCases

@testable import App

struct PromptReadinessTests {
  private struct SlowProbe: ReadinessProbe {
    let delay: Duration
    func obstacles() async -> [ReadinessObstacle] {
      try? await Task.sleep(for: delay)
      return [.draining]
    }
  }

  /// One for all tests: loops that come and go are what libdispatch cannot do on Linux (issue 949).
  private static let loop = Result { try EventLoop(label: "readiness.test") }

  private func answer(after delay: Duration) async throws -> [ReadinessObstacle] {
    let loop = try Self.loop.get()
    return try await loop.run {
      await PromptReadiness(probe: SlowProbe(delay: delay), loop: loop).obstacles()
    }
  }

  @Test func theProbesAnswerIsPassedOn() async throws {
    #expect(try await answer(after: .zero) == [.draining])
  }

  @Test func aProbeThatHangsIsAnUnreachableDatabase() async throws {
    #expect(try await answer(after: .seconds(3)) == [.databaseUnreachable])
  }
}
