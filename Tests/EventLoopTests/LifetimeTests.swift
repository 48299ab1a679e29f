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

/// Both pollers, so that each test of descriptors runs on the portable one too.
enum PollerKind: CaseIterable {
  case system
  case portable

  /// A loop that lives as long as the tests: on Linux, Dispatch sources that come and go on
  /// several queues run into a defect of libdispatch (issue 949), so no test makes its own.
  var loop: EventLoop {
    get throws {
      switch self {
      case .system: try Self.systemLoop.get()
      case .portable: Self.portableLoop
      }
    }
  }

  static let systemLoop = Result { try EventLoop(label: "test.system") }
  private static let portableLoop = EventLoop(label: "test.portable", poller: DispatchPoller())
  /// A second loop, for what goes on between two.
  static let otherLoop = Result { try EventLoop(label: "test.other") }
}

/// A box for what only one loop touches.
final class OnLoop<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
