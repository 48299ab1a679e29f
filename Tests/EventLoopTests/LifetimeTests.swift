import Testing

@testable import EventLoop

struct LifetimeTests {
  /// As that of a server's parent is, which prepares the database on one and then needs none.
  @Test("A loop that nobody keeps goes on: what it waits for comes due")
  func nobodyKeepsIt() async throws {
    for round in 0..<50 {
      let fired = OnLoop(0)
      weak var kept: EventLoop?
      do {
        let loop = try EventLoop(label: "test.short")
        kept = loop
        try await loop.run {
          // Due at once, and so at about the time at which the last owner lets the loop go.
          let timer = loop.makeTimer { fired.value += 1 }
          timer.arm(at: loop.now)
        }
      }
      let loop = try #require(kept, "round \(round)")
      for _ in 0..<500 where try await loop.run({ fired.value }) == 0 {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try await loop.run { fired.value } == 1, "round \(round)")
    }
  }
}
