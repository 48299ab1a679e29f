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

  private func answer(after delay: Duration) async throws -> [ReadinessObstacle] {
    let loop = try EventLoop(label: "readiness.test")
    defer { loop.stop() }
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
